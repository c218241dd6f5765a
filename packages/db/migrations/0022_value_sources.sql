ALTER TABLE "patient_medical_version" ADD COLUMN "value_sources" jsonb;--> statement-breakpoint
ALTER TABLE "patient_medical" ADD COLUMN "value_sources" jsonb;