ALTER TABLE "work_progress" ADD COLUMN "ahead" integer;--> statement-breakpoint
ALTER TABLE "work_progress" ADD CONSTRAINT "work_progress_ahead" CHECK (ahead >= 0);
