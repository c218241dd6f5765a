ALTER TABLE "consent_event" DROP CONSTRAINT "consent_event_channel";--> statement-breakpoint
ALTER TABLE "consent_event" DROP CONSTRAINT "consent_event_evidence";--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "invited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "consent_event" ADD COLUMN "signed_on" date;--> statement-breakpoint
ALTER TABLE "consent_event" ADD COLUMN "paper_reference" text;--> statement-breakpoint
ALTER TABLE "consent_event" ADD COLUMN "paper_version" text;--> statement-breakpoint
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_paper" CHECK (num_nonnulls(signed_on, paper_reference, paper_version) = CASE WHEN channel = 'paper_import' AND at IS NOT NULL THEN 3 ELSE 0 END
        AND (channel <> 'paper_import' OR num_nonnulls(version, language, shown_hash, client, information_version, preliminary_version) = 0 AND field <> 'C_DB_NO_NOTIFICATION'));--> statement-breakpoint
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_paper_signed" CHECK (signed_on <= (at AT TIME ZONE 'Europe/Rome')::date);--> statement-breakpoint
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_paper_texts" CHECK (char_length(paper_reference) BETWEEN 1 AND 80 AND char_length(paper_version) BETWEEN 1 AND 80
        AND concat(paper_reference, paper_version) !~ '[\x01-\x1f\x7f-\x9f]');--> statement-breakpoint
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_channel" CHECK (channel IN ('patient', 'centre', 'service', 'system', 'paper_import'));--> statement-breakpoint
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_evidence" CHECK (field = 'C_DB' OR channel = 'paper_import' OR num_nulls(kind, version, language, shown_hash) = 0);
