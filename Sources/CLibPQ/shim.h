#include <libpq-fe.h>
#include <spawn.h>

/* Macros that are character literals are not imported into Swift. */
static const int GALLEY_DIAG_SEVERITY = PG_DIAG_SEVERITY_NONLOCALIZED;
static const int GALLEY_DIAG_SQLSTATE = PG_DIAG_SQLSTATE;
static const int GALLEY_DIAG_MESSAGE = PG_DIAG_MESSAGE_PRIMARY;
static const int GALLEY_DIAG_DETAIL = PG_DIAG_MESSAGE_DETAIL;
static const int GALLEY_DIAG_HINT = PG_DIAG_MESSAGE_HINT;
static const int GALLEY_DIAG_POSITION = PG_DIAG_STATEMENT_POSITION;
static const int GALLEY_DIAG_CONTEXT = PG_DIAG_CONTEXT;
static const int GALLEY_DIAG_CONSTRAINT = PG_DIAG_CONSTRAINT_NAME;
static const int GALLEY_DIAG_TABLE = PG_DIAG_TABLE_NAME;
static const int GALLEY_DIAG_SOURCE_FUNCTION = PG_DIAG_SOURCE_FUNCTION;

/* Two functions and a flag that start PostgreSQL for a private cluster. The C library declares these functions and the
   flag only with _GNU_SOURCE, which Swift does not define. */
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
static const int GALLEY_SPAWN_SETSID = 0x80;
