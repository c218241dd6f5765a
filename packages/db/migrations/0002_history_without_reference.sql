ALTER TABLE "patient_identity_version" DROP CONSTRAINT "patient_identity_version_patient";
--> statement-breakpoint
ALTER TABLE "patient_medical_version" DROP CONSTRAINT "patient_medical_version_patient";
--> statement-breakpoint
ALTER TABLE "patient_personal_version" DROP CONSTRAINT "patient_personal_version_patient";
