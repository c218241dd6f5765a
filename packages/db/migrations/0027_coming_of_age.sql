ALTER TABLE "patient" ADD COLUMN "majority_told_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "patient_identity_birth_date_given" ON "patient_identity" USING btree ("birth_date") WHERE birth_date IS NOT NULL;--> statement-breakpoint
CREATE INDEX "patient_personal_dob" ON "patient_personal" USING btree (dob);