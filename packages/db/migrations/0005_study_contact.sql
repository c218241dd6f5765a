ALTER TABLE "clinical_study" ADD COLUMN "purpose" text;--> statement-breakpoint
ALTER TABLE "clinical_study" ADD COLUMN "purpose_en" text;--> statement-breakpoint
ALTER TABLE "clinical_study" ADD COLUMN "duration" text;--> statement-breakpoint
ALTER TABLE "clinical_study" ADD COLUMN "duration_en" text;--> statement-breakpoint
ALTER TABLE "clinical_study" ADD COLUMN "contact_name" text;--> statement-breakpoint
ALTER TABLE "clinical_study" ADD COLUMN "contact" text;--> statement-breakpoint
ALTER TABLE "clinical_study" ADD CONSTRAINT "clinical_study_details" CHECK (char_length(purpose) <= 255 AND char_length(purpose_en) <= 255 AND char_length(duration) <= 255 AND char_length(duration_en) <= 255
        AND concat(purpose, purpose_en, duration, duration_en, contact_name, contact) !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]');--> statement-breakpoint
ALTER TABLE "clinical_study" ADD CONSTRAINT "clinical_study_contact" CHECK ((contact_name IS NULL) = (contact IS NULL) AND char_length(contact_name) BETWEEN 1 AND 255 AND char_length(contact) BETWEEN 5 AND 255);