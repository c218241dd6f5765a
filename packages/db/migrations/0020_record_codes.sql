ALTER TABLE "one_time_code" DROP CONSTRAINT "one_time_code_purpose";--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "code_checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "one_time_code" ADD CONSTRAINT "one_time_code_purpose" CHECK (purpose IN ('sign_in', 'contact', 'record'));
