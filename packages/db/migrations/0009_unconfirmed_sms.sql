ALTER TABLE "notification" ADD COLUMN "unconfirmed" integer DEFAULT 0 NOT NULL;
