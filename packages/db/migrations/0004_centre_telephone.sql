ALTER TABLE "centre" ADD COLUMN "telephone" text;--> statement-breakpoint
ALTER TABLE "centre" ADD CONSTRAINT "centre_telephone" CHECK (telephone ~ '^[+]?[0-9][0-9 ./()-]{3,28}[0-9]$');