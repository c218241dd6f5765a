ALTER TABLE "centre_query" ADD COLUMN "patient_id" integer;--> statement-breakpoint
ALTER TABLE "centre_query" ADD COLUMN "field" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "centre_query" ADD COLUMN "personal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "centre_query" ADD COLUMN "medical" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "centre_query" ADD CONSTRAINT "centre_query_patient" FOREIGN KEY ("patient_id","centre_code") REFERENCES "public"."patient"("id","centre_code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "centre_query_patient_id" ON "centre_query" USING btree ("patient_id");--> statement-breakpoint
ALTER TABLE "centre_query" ADD CONSTRAINT "centre_query_field" CHECK (num_nulls(patient_id, field) IN (0, 2) AND (field IS NULL OR check_key IS NULL) AND (personal OR medical) = (field IS NOT NULL));