-- Numbers the attempts of a delivery, so that an attempt that ends late does not record its outcome for a newer one.
-- Unlike `attempts`, which decides the pauses, the number does not start again when somebody asks for another delivery.

ALTER TABLE webhook_delivery ADD COLUMN attempt bigint NOT NULL DEFAULT 0;
UPDATE webhook_delivery SET attempt = attempts;
