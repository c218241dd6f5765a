CREATE TABLE "guardian" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guardian_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"login_mode" text COLLATE "C" NOT NULL,
	"contact" text,
	"lang" text COLLATE "C" DEFAULT 'it' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guardian_login_mode" CHECK (login_mode IN ('Email', 'Mobile')),
	CONSTRAINT "guardian_lang" CHECK (lang IN ('it', 'en')),
	CONSTRAINT "guardian_contact_shape" CHECK (CASE login_mode
        WHEN 'Email' THEN contact = lower(btrim(contact)) AND char_length(contact) BETWEEN 6 AND 80 AND contact ~ '^[^@\s]+@[^@\s]+$'
        ELSE contact ~ '^\+[1-9][0-9]{0,3}[0-9]{4,14}$' END)
);
--> statement-breakpoint
CREATE TABLE "guardianship" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guardianship_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"patient_id" integer NOT NULL,
	"centre_code" text COLLATE "C" NOT NULL,
	"guardian_id" integer NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"must_sign" boolean DEFAULT true NOT NULL,
	"reason" text COLLATE "C",
	"evidence" text COLLATE "C" NOT NULL,
	"surname" text NOT NULL,
	"name" text NOT NULL,
	"contact" text NOT NULL,
	"valid_until" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text COLLATE "C" NOT NULL,
	"accepted_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_by" text COLLATE "C",
	"end_reason" text,
	CONSTRAINT "guardianship_kind" CHECK (kind IN ('PARENT', 'GUARDIAN', 'TUTOR', 'SUPPORT_TOGETHER', 'SUPPORT_ALONE')),
	CONSTRAINT "guardianship_reason" CHECK (reason IN ('SOLE_RESPONSIBILITY', 'DEATH', 'COURT')),
	CONSTRAINT "guardianship_evidence" CHECK (evidence IN ('ID_SEEN', 'COURT_ORDER', 'OTHER')),
	CONSTRAINT "guardianship_valid_until" CHECK (valid_until IS NULL OR kind NOT IN ('PARENT', 'GUARDIAN')),
	CONSTRAINT "guardianship_end" CHECK (num_nulls(ended_at, ended_by, end_reason) IN (0, 3)),
	CONSTRAINT "guardianship_texts" CHECK (btrim(surname) <> '' AND btrim(name) <> '' AND char_length(surname) <= 80 AND char_length(name) <= 80
        AND char_length(end_reason) BETWEEN 1 AND 500 AND concat(surname, name, contact) !~ '[\x01-\x1f\x7f-\x9f]')
);
--> statement-breakpoint
ALTER TABLE "account" DROP CONSTRAINT "account_owner";--> statement-breakpoint
ALTER TABLE "consent_event" DROP CONSTRAINT "consent_event_channel";--> statement-breakpoint
ALTER TABLE "consent_event" DROP CONSTRAINT "consent_event_registration";--> statement-breakpoint
ALTER TABLE "consent_event" DROP CONSTRAINT "consent_event_client";--> statement-breakpoint
ALTER TABLE "consent_event" DROP CONSTRAINT "consent_event_evidence";--> statement-breakpoint
ALTER TABLE "consent_event" DROP CONSTRAINT "consent_event_paper";--> statement-breakpoint
ALTER TABLE "consent_event" DROP CONSTRAINT "consent_event_information";--> statement-breakpoint
ALTER TABLE "consent_event" DROP CONSTRAINT "consent_event_preliminary";--> statement-breakpoint
ALTER TABLE "setting" DROP CONSTRAINT "setting_limits";--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "guardian_id" integer;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "acting_for" integer;--> statement-breakpoint
ALTER TABLE "consent_event" ADD COLUMN "guardian_id" integer;--> statement-breakpoint
ALTER TABLE "consent_event" ADD COLUMN "paper_consent_id" uuid;--> statement-breakpoint
ALTER TABLE "patient_identity_version" ADD COLUMN "birth_date" date;--> statement-breakpoint
ALTER TABLE "patient_identity" ADD COLUMN "birth_date" date;--> statement-breakpoint
ALTER TABLE "guardianship" ADD CONSTRAINT "guardianship_guardian_id_guardian_id_fk" FOREIGN KEY ("guardian_id") REFERENCES "public"."guardian"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardianship" ADD CONSTRAINT "guardianship_patient" FOREIGN KEY ("patient_id","centre_code") REFERENCES "public"."patient"("id","centre_code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "guardian_contact" ON "guardian" USING btree ("contact");--> statement-breakpoint
CREATE UNIQUE INDEX "guardianship_open" ON "guardianship" USING btree ("patient_id","guardian_id") WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "guardianship_guardian" ON "guardianship" USING btree ("guardian_id");--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_guardian_id_guardian_id_fk" FOREIGN KEY ("guardian_id") REFERENCES "public"."guardian"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_acting_for_patient_id_fk" FOREIGN KEY ("acting_for") REFERENCES "public"."patient"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_guardian_id_guardian_id_fk" FOREIGN KEY ("guardian_id") REFERENCES "public"."guardian"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_guardian_id_unique" UNIQUE("guardian_id");--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_owner" CHECK ((staff_user_id IS NULL) = (num_nonnulls(patient_id, guardian_id) > 0));--> statement-breakpoint
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_lapsed" CHECK (answer <> '"lapsed"' OR channel = 'system' AND kind IS NULL);--> statement-breakpoint
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_paper_form" CHECK ((signed_on IS NOT NULL) = (channel IN ('paper', 'paper_import') AND at IS NOT NULL)
        AND (paper_consent_id IS NOT NULL) = (channel = 'paper' AND at IS NOT NULL));--> statement-breakpoint
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_guardian" CHECK (CASE channel WHEN 'guardian' THEN (guardian_id IS NOT NULL) = (at IS NOT NULL) WHEN 'desk' THEN true ELSE guardian_id IS NULL END);--> statement-breakpoint
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_channel" CHECK (channel IN ('patient', 'centre', 'service', 'system', 'paper_import', 'guardian', 'assent', 'paper', 'desk'));--> statement-breakpoint
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_registration" CHECK (field <> 'C_DB' OR jsonb_typeof(answer) = 'boolean' OR answer = '"lapsed"');--> statement-breakpoint
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_client" CHECK (NOT channel IN ('patient', 'guardian', 'assent', 'desk') OR kind NOT IN ('preliminary', 'consents') OR coalesce(client IN ('myconsent', 'legacy'), false));--> statement-breakpoint
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_evidence" CHECK (field = 'C_DB' OR channel = 'paper_import' OR answer = '"lapsed"' OR num_nulls(kind, version, language, shown_hash) = 0);--> statement-breakpoint
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_paper" CHECK (num_nonnulls(paper_reference, paper_version) = CASE WHEN channel = 'paper_import' AND at IS NOT NULL THEN 2 ELSE 0 END
        AND (channel <> 'paper_import' OR num_nonnulls(version, language, shown_hash, client, information_version, preliminary_version) = 0 AND field <> 'C_DB_NO_NOTIFICATION'));--> statement-breakpoint
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_information" CHECK (kind <> 'consents' OR NOT (channel IN ('patient', 'guardian', 'assent', 'desk') OR channel = 'paper') OR client IS NOT DISTINCT FROM 'legacy' OR num_nulls(information_version, information_hash) = 0);--> statement-breakpoint
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_preliminary" CHECK (kind <> 'consents' OR NOT (channel IN ('patient', 'guardian', 'assent', 'desk') OR channel = 'paper') OR num_nulls(preliminary_version, preliminary_hash) = 0);--> statement-breakpoint
ALTER TABLE "patient_identity" ADD CONSTRAINT "patient_identity_birth_date" CHECK (birth_date >= '1900-01-01');--> statement-breakpoint
ALTER TABLE "setting" ADD CONSTRAINT "setting_limits" CHECK (CASE key
        WHEN 'password_day_duration' THEN value ~ '^[0-9]{1,4}$' AND value::integer BETWEEN 0 AND 3650
        WHEN 'password_min_strength' THEN value ~ '^[0-4]$'
        WHEN 'otp_minute_duration' THEN value ~ '^([1-9]|10)$'
        WHEN 'anonymous_publish_days' THEN value ~ '^[0-9]{1,3}$' AND value::integer BETWEEN 0 AND 365
        WHEN 'guardian_signatures' THEN value ~ '^[12]$'
        WHEN 'assent_age' THEN value ~ '^[0-9]{1,2}$' AND value::integer BETWEEN 0 AND 18
        WHEN 'majority_grace_days' THEN value ~ '^[0-9]{1,3}$' AND value::integer BETWEEN 0 AND 365
        WHEN 'minor_sees_record_age' THEN value ~ '^[0-9]{1,2}$' AND value::integer BETWEEN 0 AND 18
        WHEN 'guardian_sees_from_14' THEN value IN ('all', 'none')
        WHEN 'assent_blocks' THEN value IN ('true', 'false')
        WHEN 'staff_totp_required' THEN value IN ('true', 'false')
        ELSE true END);