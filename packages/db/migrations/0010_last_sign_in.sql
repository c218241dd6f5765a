ALTER TABLE "account" ADD COLUMN "last_sign_in_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_sign_in_of_staff" CHECK (last_sign_in_at IS NULL OR staff_user_id IS NOT NULL);
