DROP INDEX "correction_request_open";--> statement-breakpoint
ALTER TABLE "correction_request" ADD COLUMN "guardian_id" integer;--> statement-breakpoint
ALTER TABLE "correction_request" ADD CONSTRAINT "correction_request_guardian_id_guardian_id_fk" FOREIGN KEY ("guardian_id") REFERENCES "public"."guardian"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "correction_request_open" ON "correction_request" USING btree ("patient_id",coalesce(guardian_id, 0),coalesce(field, ''),md5(text)) WHERE state = 'OPEN';