CREATE TABLE IF NOT EXISTS orders (item text NOT NULL, reserved boolean NOT NULL DEFAULT false);
