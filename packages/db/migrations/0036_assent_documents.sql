ALTER TABLE "consent_document" DROP CONSTRAINT "consent_document_kind";--> statement-breakpoint
ALTER TABLE "consent_document" DROP CONSTRAINT "consent_document_material";--> statement-breakpoint
ALTER TABLE "consent_document_draft" DROP CONSTRAINT "consent_document_draft_kind";--> statement-breakpoint
ALTER TABLE "consent_event" ADD COLUMN "assent_kind" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "consent_event" ADD COLUMN "assent_version" integer;--> statement-breakpoint
ALTER TABLE "consent_event" ADD COLUMN "assent_hash" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "paper_form" ADD COLUMN "assent_kind" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "paper_form" ADD COLUMN "assent_version" integer;--> statement-breakpoint
ALTER TABLE "paper_form" ADD COLUMN "assent_hash" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "consent_document" ADD CONSTRAINT "consent_document_kind" CHECK (kind IN ('information', 'preliminary', 'consents', 'assent_child', 'assent_adolescent', 'withdrawal'));--> statement-breakpoint
ALTER TABLE "consent_document" ADD CONSTRAINT "consent_document_material" CHECK (kind IN ('information', 'preliminary', 'consents') OR NOT needs_new_answer);--> statement-breakpoint
ALTER TABLE "consent_document_draft" ADD CONSTRAINT "consent_document_draft_kind" CHECK (kind IN ('information', 'preliminary', 'consents', 'assent_child', 'assent_adolescent'));--> statement-breakpoint
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_assent_text" CHECK (num_nulls(assent_kind, assent_version, assent_hash) = 3 OR num_nulls(assent_kind, assent_version, assent_hash) = 0
        AND assent_kind IN ('assent_child', 'assent_adolescent') AND guardian_id IS NULL
        AND coalesce(kind = 'consents', false) AND (channel IN ('patient', 'guardian', 'assent', 'desk') OR channel = 'paper'));--> statement-breakpoint
ALTER TABLE "paper_form" ADD CONSTRAINT "paper_form_assent" CHECK (num_nulls(assent_kind, assent_version, assent_hash) IN (0, 3));