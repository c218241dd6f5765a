ALTER TABLE "contact_change" ALTER COLUMN "former_version" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_change" ADD COLUMN "former_contact" text;--> statement-breakpoint
ALTER TABLE "contact_change" ADD CONSTRAINT "contact_change_former" CHECK (num_nonnulls(former_version, former_contact) = 1);
