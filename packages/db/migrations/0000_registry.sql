CREATE TABLE "account" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"staff_user_id" integer,
	"patient_id" integer,
	"password_hash" text,
	"password_changed_at" timestamp with time zone,
	"temporary_password_hash" text,
	"temporary_password_until" timestamp with time zone,
	CONSTRAINT "account_staff_user_id_unique" UNIQUE("staff_user_id"),
	CONSTRAINT "account_patient_id_unique" UNIQUE("patient_id"),
	CONSTRAINT "account_owner" CHECK (num_nonnulls(staff_user_id, patient_id) = 1)
);
--> statement-breakpoint
CREATE TABLE "contact_change" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "contact_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"secret_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"former_mode" text COLLATE "C" NOT NULL,
	"former_version" integer NOT NULL,
	"by_centre" boolean DEFAULT false NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "contact_change_id_unique" UNIQUE("id"),
	CONSTRAINT "contact_change_mode" CHECK (former_mode IN ('Email', 'Mobile')),
	CONSTRAINT "contact_change_days" CHECK (expires_at > changed_at AND expires_at <= changed_at + interval '7 days'),
	CONSTRAINT "contact_change_secret" CHECK (octet_length(secret_hash) = 32)
);
--> statement-breakpoint
CREATE TABLE "contact_correction" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"undo_hash" "bytea" NOT NULL,
	"login_mode" text COLLATE "C" NOT NULL,
	"email" text,
	"mobile_prefix" text COLLATE "C",
	"mobile" text COLLATE "C",
	"actor" text COLLATE "C" NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "contact_correction_secret_hash_unique" UNIQUE("secret_hash"),
	CONSTRAINT "contact_correction_undo_hash_unique" UNIQUE("undo_hash"),
	CONSTRAINT "contact_correction_mode" CHECK (login_mode IN ('Email', 'Mobile')),
	CONSTRAINT "contact_correction_contact" CHECK (CASE login_mode WHEN 'Email' THEN email ELSE mobile_prefix || mobile END IS NOT NULL),
	CONSTRAINT "contact_correction_secrets" CHECK (octet_length(secret_hash) = 32 AND octet_length(undo_hash) = 32)
);
--> statement-breakpoint
CREATE TABLE "one_time_code" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "one_time_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"purpose" text COLLATE "C" DEFAULT 'sign_in' NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"salt" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_time_code_purpose" CHECK (purpose IN ('sign_in', 'contact'))
);
--> statement-breakpoint
CREATE TABLE "password_history" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "password_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"password_hash" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"theoretical_arrival_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "session_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"site" text COLLATE "C" NOT NULL,
	"centre_code" text COLLATE "C",
	"restricted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"authenticated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"ip_address" text DEFAULT '' NOT NULL,
	CONSTRAINT "session_id_unique" UNIQUE("id"),
	CONSTRAINT "session_site" CHECK (site IN ('staff', 'myconsent'))
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempt" (
	"name_hash" "bytea" PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"reported_failures" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_contact" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"contact" text NOT NULL,
	"in_use" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_link" (
	"secret_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"purpose" text COLLATE "C" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_in_link_purpose" CHECK (purpose IN ('invitation', 'reset'))
);
--> statement-breakpoint
CREATE TABLE "sign_in_origin" (
	"name_hash" "bytea" NOT NULL,
	"origin_hash" "bytea" NOT NULL,
	"last_success_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sign_in_origin_name_hash_origin_hash_pk" PRIMARY KEY("name_hash","origin_hash")
);
--> statement-breakpoint
CREATE TABLE "anonymous_publication" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	CONSTRAINT "anonymous_publication_single" CHECK (id = 1)
);
--> statement-breakpoint
CREATE TABLE "anonymous_record" (
	"key" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sex" text COLLATE "C",
	"age_group" text COLLATE "C",
	"area" text COLLATE "C",
	"disease" text COLLATE "C" NOT NULL,
	"transfusion_dependent" text COLLATE "C",
	"splenectomy" text COLLATE "C",
	"vital_status" text COLLATE "C",
	"ferritin" text COLLATE "C",
	"cardiac_t2" text COLLATE "C",
	"complications" text COLLATE "C",
	CONSTRAINT "anonymous_record_classes" CHECK (sex IN ('F', 'M', 'U', 'UNKNOWN') AND age_group IN ('0_TO_17', '18_TO_39', '40_TO_59', '60_OR_MORE', 'UNKNOWN') AND area IN ('NORTH', 'CENTRE', 'SOUTH_AND_ISLANDS', 'UNKNOWN') AND disease IN ('BETA', 'ALPHA', 'SICKLE', 'VARIANT', 'CARRIER', 'RARE', 'UNKNOWN') AND transfusion_dependent IN ('YES', 'NO', 'UNKNOWN') AND splenectomy IN ('YES', 'NO', 'UNKNOWN') AND vital_status IN ('ALIVE', 'DEAD', 'UNKNOWN') AND ferritin IN ('UNDER_500', 'UNDER_1000', 'UNDER_2500', '2500_OR_MORE', 'UNKNOWN') AND cardiac_t2 IN ('UNDER_10', 'UNDER_20', '20_OR_MORE', 'UNKNOWN') AND complications IN ('0', '1_OR_2', '3_OR_MORE', 'UNKNOWN'))
);
--> statement-breakpoint
CREATE TABLE "pending_shuffle" (
	"table_name" text COLLATE "C" PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waiting_anonymous_record" (
	"key" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sex" text COLLATE "C" NOT NULL,
	"age_group" text COLLATE "C" NOT NULL,
	"area" text COLLATE "C" NOT NULL,
	"disease" text COLLATE "C" NOT NULL,
	"transfusion_dependent" text COLLATE "C" NOT NULL,
	"splenectomy" text COLLATE "C" NOT NULL,
	"vital_status" text COLLATE "C" NOT NULL,
	"ferritin" text COLLATE "C" NOT NULL,
	"cardiac_t2" text COLLATE "C" NOT NULL,
	"complications" text COLLATE "C" NOT NULL,
	CONSTRAINT "waiting_anonymous_record_classes" CHECK (sex IN ('F', 'M', 'U', 'UNKNOWN') AND age_group IN ('0_TO_17', '18_TO_39', '40_TO_59', '60_OR_MORE', 'UNKNOWN') AND area IN ('NORTH', 'CENTRE', 'SOUTH_AND_ISLANDS', 'UNKNOWN') AND disease IN ('BETA', 'ALPHA', 'SICKLE', 'VARIANT', 'CARRIER', 'RARE', 'UNKNOWN') AND transfusion_dependent IN ('YES', 'NO', 'UNKNOWN') AND splenectomy IN ('YES', 'NO', 'UNKNOWN') AND vital_status IN ('ALIVE', 'DEAD', 'UNKNOWN') AND ferritin IN ('UNDER_500', 'UNDER_1000', 'UNDER_2500', '2500_OR_MORE', 'UNKNOWN') AND cardiac_t2 IN ('UNDER_10', 'UNDER_20', '20_OR_MORE', 'UNKNOWN') AND complications IN ('0', '1_OR_2', '3_OR_MORE', 'UNKNOWN'))
);
--> statement-breakpoint
CREATE TABLE "audit_chain_link" (
	"position" bigint PRIMARY KEY NOT NULL,
	"entry_id" bigint NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_chain_link_entry" UNIQUE("entry_id")
);
--> statement-breakpoint
CREATE TABLE "audit_chain_pending" (
	"entry_id" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"username" text COLLATE "C" NOT NULL,
	"command" text COLLATE "C" NOT NULL,
	"action" text COLLATE "C" DEFAULT '' NOT NULL,
	"from_host" text COLLATE "C" DEFAULT '' NOT NULL,
	"duration_milli" integer NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"outcome" text COLLATE "C" NOT NULL,
	"request_id" text COLLATE "C" DEFAULT '' NOT NULL,
	"reads" jsonb
);
--> statement-breakpoint
CREATE TABLE "audit_read" (
	"entry_id" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"patient_ids" integer[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cohort_cell" (
	"centre_code" text COLLATE "C" NOT NULL,
	"indicator" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"counted" integer NOT NULL,
	"total" integer NOT NULL,
	CONSTRAINT "cohort_cell_pkey" PRIMARY KEY("centre_code","indicator","key"),
	CONSTRAINT "cohort_cell_numbers" CHECK (counted BETWEEN 0 AND total)
);
--> statement-breakpoint
CREATE TABLE "cohort_change" (
	"centre_code" text COLLATE "C" PRIMARY KEY NOT NULL,
	"imports" integer DEFAULT 0 NOT NULL,
	"withdrawals" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cohort_summary" (
	"centre_code" text COLLATE "C" PRIMARY KEY NOT NULL,
	"computed_at" timestamp with time zone NOT NULL,
	"computed_on" date NOT NULL,
	"imports" integer NOT NULL,
	"withdrawals" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "communication" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "communication_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"state" text COLLATE "C" DEFAULT 'draft' NOT NULL,
	"filter_id" integer,
	"filter_version" integer,
	"consent" text COLLATE "C",
	"roles" text[] NOT NULL,
	"areaid" text COLLATE "C",
	"texts" jsonb NOT NULL,
	"scheduled_for" timestamp with time zone,
	"scheduled_by" text COLLATE "C",
	"failure" text COLLATE "C",
	"ended_at" timestamp with time zone,
	"outcome" jsonb,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text,
	CONSTRAINT "communication_state" CHECK (state IN ('draft', 'scheduled', 'sending', 'sent', 'cancelled', 'failed')),
	CONSTRAINT "communication_type" CHECK (type IN ('PATIENT_MESSAGE', 'NEWSLETTER', 'STAFF_MESSAGE')),
	CONSTRAINT "communication_recipients" CHECK (CASE type WHEN 'STAFF_MESSAGE' THEN roles <> '{}' AND areaid IS NOT NULL AND consent IS NULL AND filter_id IS NULL
        WHEN 'NEWSLETTER' THEN roles = '{}' AND areaid IS NULL AND consent IS NULL
        ELSE roles = '{}' AND areaid IS NULL AND consent IN ('C_DB_P', 'C_DB_M', 'C_S', 'C_EXTRAEU', 'C_P_DB', 'C_F') END),
	CONSTRAINT "communication_scheduled" CHECK (state = 'draft' OR num_nonnulls(scheduled_for, scheduled_by) = 2 OR (state = 'cancelled' AND num_nonnulls(scheduled_for, scheduled_by) = 0)),
	CONSTRAINT "communication_failure" CHECK ((failure IS NOT NULL) = (state = 'failed'))
);
--> statement-breakpoint
CREATE TABLE "communication_event" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "communication_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"communication_id" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text COLLATE "C" DEFAULT '' NOT NULL,
	"event" text COLLATE "C" NOT NULL,
	CONSTRAINT "communication_event_kind" CHECK (event IN ('created', 'changed', 'tested', 'scheduled', 'cancelled', 'sending', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "communication_recipient" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "communication_recipient_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"communication_id" integer NOT NULL,
	"patient_id" integer,
	"staff_user_id" integer,
	"channel" text COLLATE "C" NOT NULL,
	"centre_code" text COLLATE "C" DEFAULT '' NOT NULL,
	"state" text COLLATE "C" DEFAULT 'waiting' NOT NULL,
	"unsubscribe_hash" "bytea",
	CONSTRAINT "communication_recipient_patient_once" UNIQUE("communication_id","patient_id"),
	CONSTRAINT "communication_recipient_staff_once" UNIQUE("communication_id","staff_user_id"),
	CONSTRAINT "communication_recipient_person" CHECK (num_nonnulls(patient_id, staff_user_id) = 1),
	CONSTRAINT "communication_recipient_channel" CHECK (channel IN ('mail', 'sms')),
	CONSTRAINT "communication_recipient_state" CHECK (state IN ('waiting', 'queued', 'sent', 'failed', 'unknown', 'skipped', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscription" (
	"patient_id" integer PRIMARY KEY NOT NULL,
	"wants" boolean NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consent_document" (
	"kind" text COLLATE "C" NOT NULL,
	"version" integer NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_by" text,
	"needs_new_answer" boolean DEFAULT false NOT NULL,
	"concerned_fields" text[] DEFAULT '{}' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"content" jsonb NOT NULL,
	"hash_it" text COLLATE "C" NOT NULL,
	"hash_en" text COLLATE "C" NOT NULL,
	CONSTRAINT "consent_document_pkey" PRIMARY KEY("kind","version"),
	CONSTRAINT "consent_document_kind" CHECK (kind IN ('information', 'preliminary', 'consents', 'withdrawal')),
	CONSTRAINT "consent_document_concerned" CHECK (needs_new_answer OR cardinality(concerned_fields) = 0),
	CONSTRAINT "consent_document_note" CHECK (length(note) <= 500),
	CONSTRAINT "consent_document_material" CHECK (kind <> 'withdrawal' OR NOT needs_new_answer)
);
--> statement-breakpoint
CREATE TABLE "consent_document_draft" (
	"kind" text COLLATE "C" PRIMARY KEY NOT NULL,
	"paragraphs" jsonb NOT NULL,
	"based_on" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text,
	"changed_parts" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "consent_document_draft_kind" CHECK (kind IN ('information', 'preliminary', 'consents')),
	CONSTRAINT "consent_document_draft_points" CHECK (jsonb_typeof(paragraphs) = 'array' AND jsonb_array_length(paragraphs) <= 150)
);
--> statement-breakpoint
CREATE TABLE "consent_document_sent" (
	"subject" uuid NOT NULL,
	"seq" integer NOT NULL,
	"client" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"version" integer NOT NULL,
	"language" text COLLATE "C" NOT NULL,
	CONSTRAINT "consent_document_sent_pkey" PRIMARY KEY("subject","seq"),
	CONSTRAINT "consent_document_sent_client" CHECK (client IN ('myconsent', 'legacy')),
	CONSTRAINT "consent_document_sent_language" CHECK (language IN ('it', 'en'))
);
--> statement-breakpoint
CREATE TABLE "consent_event" (
	"subject" uuid NOT NULL,
	"seq" integer NOT NULL,
	"year" smallint NOT NULL,
	"at" timestamp with time zone DEFAULT now(),
	"field" text COLLATE "C" NOT NULL,
	"answer" jsonb NOT NULL,
	"kind" text COLLATE "C",
	"version" integer,
	"language" text COLLATE "C",
	"shown_hash" text COLLATE "C",
	"client" text COLLATE "C",
	"information_version" integer,
	"information_hash" text COLLATE "C",
	"preliminary_version" integer,
	"preliminary_hash" text COLLATE "C",
	"channel" text COLLATE "C" NOT NULL,
	"actor" text COLLATE "C" NOT NULL,
	"ip_address" text COLLATE "C" DEFAULT '' NOT NULL,
	"chain_hash" text COLLATE "C" NOT NULL,
	CONSTRAINT "consent_event_pkey" PRIMARY KEY("subject","seq"),
	CONSTRAINT "consent_event_channel" CHECK (channel IN ('patient', 'centre', 'service', 'system')),
	CONSTRAINT "consent_event_answer" CHECK (jsonb_typeof(answer) IN ('boolean', 'number', 'string')),
	CONSTRAINT "consent_event_registration" CHECK (field <> 'C_DB' OR jsonb_typeof(answer) = 'boolean'),
	CONSTRAINT "consent_event_withdrawal" CHECK (field <> 'C_DB_NO_NOTIFICATION' OR answer IN ('"v1"', '"v2"', '"v3"')),
	CONSTRAINT "consent_event_language" CHECK (language IN ('it', 'en')),
	CONSTRAINT "consent_event_client" CHECK (channel <> 'patient' OR kind NOT IN ('preliminary', 'consents') OR coalesce(client IN ('myconsent', 'legacy'), false)),
	CONSTRAINT "consent_event_evidence" CHECK (field = 'C_DB' OR num_nulls(kind, version, language, shown_hash) = 0),
	CONSTRAINT "consent_event_information" CHECK (kind <> 'consents' OR channel <> 'patient' OR client = 'legacy' OR num_nulls(information_version, information_hash) = 0),
	CONSTRAINT "consent_event_preliminary" CHECK (kind <> 'consents' OR channel <> 'patient' OR num_nulls(preliminary_version, preliminary_hash) = 0)
);
--> statement-breakpoint
CREATE TABLE "reconsent_request" (
	"kind" text COLLATE "C" NOT NULL,
	"version" integer NOT NULL,
	"patient_id" integer NOT NULL,
	"fields" text[] NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"notified_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	CONSTRAINT "reconsent_request_pkey" PRIMARY KEY("kind","version","patient_id")
);
--> statement-breakpoint
CREATE TABLE "centre_check" (
	"centre_code" text COLLATE "C" PRIMARY KEY NOT NULL,
	"checked_on" date NOT NULL,
	"imports" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "centre_indicator" (
	"centre_code" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"counted" integer NOT NULL,
	"total" integer NOT NULL,
	"patients" integer NOT NULL,
	CONSTRAINT "centre_indicator_pkey" PRIMARY KEY("centre_code","name"),
	CONSTRAINT "centre_indicator_numbers" CHECK (counted BETWEEN 0 AND total AND patients >= 0)
);
--> statement-breakpoint
CREATE TABLE "centre_query" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "centre_query_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"centre_code" text COLLATE "C" NOT NULL,
	"check_key" text COLLATE "C",
	"state" text COLLATE "C" DEFAULT 'open' NOT NULL,
	"question" text NOT NULL,
	"asked_by" text COLLATE "C" NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reply" text,
	"replied_by" text COLLATE "C",
	"replied_at" timestamp with time zone,
	"closed_by" text COLLATE "C",
	"closed_at" timestamp with time zone,
	CONSTRAINT "centre_query_state" CHECK (state IN ('open', 'answered', 'closed')),
	CONSTRAINT "centre_query_question" CHECK (char_length(question) <= 500 AND btrim(question) <> ''),
	CONSTRAINT "centre_query_reply_text" CHECK (char_length(reply) <= 500 AND btrim(reply) <> ''),
	CONSTRAINT "centre_query_characters" CHECK (concat(question, reply) !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]'),
	CONSTRAINT "centre_query_reply" CHECK (num_nulls(reply, replied_by, replied_at) IN (0, 3) AND (state <> 'answered' OR reply IS NOT NULL)),
	CONSTRAINT "centre_query_closed" CHECK (num_nulls(closed_by, closed_at) IN (0, 2) AND (closed_at IS NOT NULL) = (state = 'closed'))
);
--> statement-breakpoint
CREATE TABLE "record_discrepancy" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "record_discrepancy_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"patient_id" integer NOT NULL,
	"centre_code" text COLLATE "C" NOT NULL,
	"check_key" text COLLATE "C" NOT NULL,
	"personal" boolean NOT NULL,
	"medical" boolean NOT NULL,
	"fingerprint" text COLLATE "C" NOT NULL,
	"state" text COLLATE "C" DEFAULT 'open' NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"corrected_at" timestamp with time zone,
	"answer" text,
	"answered_by" text COLLATE "C",
	"answered_at" timestamp with time zone,
	"closed_by" text COLLATE "C",
	"closed_at" timestamp with time zone,
	CONSTRAINT "record_discrepancy_check" UNIQUE("patient_id","check_key"),
	CONSTRAINT "record_discrepancy_state" CHECK (state IN ('open', 'answered', 'corrected', 'closed')),
	CONSTRAINT "record_discrepancy_data_domain" CHECK (personal OR medical),
	CONSTRAINT "record_discrepancy_answer_text" CHECK (char_length(answer) <= 500 AND btrim(answer) <> '' AND answer !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]'),
	CONSTRAINT "record_discrepancy_answer" CHECK (num_nulls(answer, answered_by, answered_at) IN (0, 3) AND (state <> 'answered' OR answer IS NOT NULL)),
	CONSTRAINT "record_discrepancy_corrected" CHECK ((corrected_at IS NOT NULL) = (state IN ('corrected', 'closed'))),
	CONSTRAINT "record_discrepancy_closed" CHECK (num_nulls(closed_by, closed_at) IN (0, 2) AND (closed_at IS NOT NULL) = (state = 'closed'))
);
--> statement-breakpoint
CREATE TABLE "enrolment_request" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "enrolment_request_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"surname" text DEFAULT '' NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"telephone" text DEFAULT '' NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"identity" text COLLATE "C",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "enrolment_request_identity" CHECK (identity IN ('anonymous user', 'username', 'full identity')),
	CONSTRAINT "enrolment_request_size" CHECK (char_length(surname) <= 80 AND char_length(name) <= 80 AND char_length(email) <= 255 AND char_length(telephone) <= 40 AND char_length(mobile) <= 40)
);
--> statement-breakpoint
CREATE TABLE "deletion_request" (
	"manifest_id" uuid PRIMARY KEY NOT NULL,
	"recipient" text COLLATE "C" NOT NULL,
	"due_on" date NOT NULL,
	"mailed" boolean DEFAULT false NOT NULL,
	"confirmed_at" timestamp with time zone,
	"confirmed_by" text COLLATE "C",
	CONSTRAINT "deletion_request_confirmed" CHECK ((confirmed_at IS NULL) = (confirmed_by IS NULL))
);
--> statement-breakpoint
CREATE TABLE "export_manifest" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"as_of" timestamp with time zone DEFAULT now() NOT NULL,
	"repeats" uuid,
	"language" text COLLATE "C" DEFAULT 'it' NOT NULL,
	"actor" text COLLATE "C" NOT NULL,
	"as_role" text COLLATE "C" NOT NULL,
	"filter_id" integer NOT NULL,
	"filter_version" integer NOT NULL,
	"study_id" text COLLATE "C",
	"format" text COLLATE "C" NOT NULL,
	"labels" boolean DEFAULT false NOT NULL,
	"delimiter" text COLLATE "C" DEFAULT 'comma' NOT NULL,
	"columns" text[] NOT NULL,
	"patients" integer DEFAULT 0 NOT NULL,
	"excluded_no_consent" integer NOT NULL,
	"excluded_no_answer" integer DEFAULT 0 NOT NULL,
	"excluded_no_value" integer DEFAULT 0 NOT NULL,
	"unique_rows" integer DEFAULT 0 NOT NULL,
	"rows_in_small_groups" integer DEFAULT 0 NOT NULL,
	"set_hash" text COLLATE "C" NOT NULL,
	"generalised" boolean DEFAULT false NOT NULL,
	"reason" text,
	CONSTRAINT "export_manifest_language" CHECK (language IN ('it', 'en')),
	CONSTRAINT "export_manifest_delimiter" CHECK (delimiter IN ('comma', 'semicolon')),
	CONSTRAINT "export_manifest_reason" CHECK (char_length(reason) BETWEEN 10 AND 500)
);
--> statement-breakpoint
CREATE TABLE "export_outcome" (
	"manifest_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"outcome" text COLLATE "C" NOT NULL,
	"rows" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text COLLATE "C" NOT NULL,
	CONSTRAINT "export_outcome_kind" CHECK (outcome IN ('complete', 'partial', 'failed', 'cancelled', 'interrupted'))
);
--> statement-breakpoint
CREATE TABLE "export_patient" (
	"manifest_id" uuid NOT NULL,
	"patient_id" integer NOT NULL,
	CONSTRAINT "export_patient_manifest_id_patient_id_pk" PRIMARY KEY("manifest_id","patient_id")
);
--> statement-breakpoint
CREATE TABLE "centre" (
	"code" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"geotreeid" text COLLATE "C" NOT NULL,
	"address" text,
	"city" text,
	"ecrf" text COLLATE "C",
	"password_hash" text,
	"previous_password_hash" text,
	"previous_password_until" timestamp with time zone,
	"has_password" boolean GENERATED ALWAYS AS (password_hash IS NOT NULL) STORED NOT NULL,
	"disabled_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text,
	"changed_fields" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "centre_code_shape" CHECK (code ~ '^[^\s,]([^,]{0,78}[^\s,])?$'),
	CONSTRAINT "centre_text_lengths" CHECK (char_length(name) BETWEEN 1 AND 80 AND char_length(address) <= 80 AND char_length(city) <= 80 AND char_length(ecrf) <= 80),
	CONSTRAINT "centre_deleted_is_disabled" CHECK (deleted_at IS NULL OR disabled_at IS NOT NULL),
	CONSTRAINT "centre_previous_password" CHECK ((previous_password_hash IS NULL) = (previous_password_until IS NULL))
);
--> statement-breakpoint
CREATE TABLE "geotree" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"parent" text COLLATE "C",
	"level" integer NOT NULL,
	"leaf" boolean NOT NULL,
	"position" integer NOT NULL,
	"trans_it" text NOT NULL,
	"trans_en" text NOT NULL,
	"trans_fr" text,
	"trans_pt" text,
	CONSTRAINT "geotree_id_shape" CHECK (id ~ '^[^\s,]([^,]{0,78}[^\s,])?$')
);
--> statement-breakpoint
CREATE TABLE "patient_identity_version" (
	"patient_id" integer NOT NULL,
	"version" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"centre_code" text COLLATE "C" NOT NULL,
	"actor" text COLLATE "C" NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"import_id" uuid,
	"reason" text,
	"centre_patient_code" text,
	"surname" text,
	"name" text,
	"mobile_prefix" text,
	"mobile" text,
	"email" text,
	CONSTRAINT "patient_identity_version_pkey" PRIMARY KEY("patient_id","version")
);
--> statement-breakpoint
CREATE TABLE "patient_medical_version" (
	"patient_id" integer NOT NULL,
	"version" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"centre_code" text COLLATE "C" NOT NULL,
	"actor" text COLLATE "C" NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"import_id" uuid,
	"reason" text,
	"missing_reasons" jsonb,
	"dead_date" date,
	"dead_cause" text,
	"weight" double precision,
	"other_therapies" text,
	"status" text COLLATE "C",
	"blood_group" text COLLATE "C",
	"fenotype" text COLLATE "C",
	"dod" date,
	"diagnosis" text COLLATE "C",
	"diagnosis_2" text COLLATE "C",
	"diagnosis_3" text COLLATE "C",
	"genotype" text COLLATE "C",
	"cardiomiopathies" boolean,
	"chronic_kidney_disease" boolean,
	"liver_disease" boolean,
	"thrombosis" boolean,
	"congestive_heart_failure" boolean,
	"skeletal_problems" boolean,
	"eye_problems" boolean,
	"dental_problems" boolean,
	"splenic_sequestration" boolean,
	"acute_chest_syndrome" boolean,
	"stroke" boolean,
	"voc" boolean,
	"osteonecrosis" boolean,
	"leg_ulcers" boolean,
	"priapism" boolean,
	"hcc" boolean,
	"hypothyroidism" boolean,
	"hypoparathyroidism" boolean,
	"diabetes" boolean,
	"hypoganadism" boolean,
	"hypocortisolism" boolean,
	"osteoporosis" boolean,
	"nephrolithiasis" boolean,
	"pulmonary_hypertension" boolean,
	"cholelithiasis" boolean,
	"heart_failure" boolean,
	"arrhythmia" boolean,
	"liver_cirrhosis" boolean,
	"hbv" boolean,
	"hcv" boolean,
	"splenomegaly" boolean,
	"splenectomy" boolean,
	"cholecistectomy" boolean,
	"complications_num" integer,
	"splenectomy_date" date,
	"cholecistectomy_date" date,
	"bmt" boolean,
	"bmt_date" date,
	"bmt_note" text,
	"hospedalizations" integer,
	"hospedal_days" integer,
	"hospedal_causes" text[],
	"tt" text COLLATE "C",
	"tt_qty" double precision,
	"tt_type" text COLLATE "C",
	"tt_start" date,
	"tt_ongoing" boolean,
	"immunization" text COLLATE "C",
	"ict_type" text COLLATE "C",
	"ict_start" date,
	"ict_ongoing" boolean,
	"ict_ip" boolean,
	"ict_modality" text COLLATE "C",
	"ict_dfo_dosage" double precision,
	"ict_dfo_prescription" double precision,
	"ict_dfo_compliance" double precision,
	"ict_dfp_dosage" double precision,
	"ict_dfp_prescription" double precision,
	"ict_dfp_compliance" double precision,
	"ict_dfx_dosage" double precision,
	"ict_dfx_prescription" double precision,
	"ict_dfx_compliance" double precision,
	"ict_other_dosage" double precision,
	"ict_other_prescription" double precision,
	"ict_other_compliance" double precision,
	"ict_other_product" text COLLATE "C",
	"hu_terapy_type" text COLLATE "C",
	"hu_terapy_start" date,
	"hu_terapy_ongoing" boolean,
	"hu_terapy_dosage" double precision,
	"lus_terapy_type" text COLLATE "C",
	"lus_terapy_start" date,
	"lus_terapy_ongoing" boolean,
	"lus_terapy_dosage" double precision,
	"gt" boolean,
	"gt_start" date,
	"gt_protocol" text,
	"gt_outcome" text COLLATE "C",
	"gt_conditioning" text,
	"gt_note" text,
	"hb" double precision,
	"hb_last" double precision,
	"hb_mean" double precision,
	"hb_median" double precision,
	"hb_max" double precision,
	"hb_min" double precision,
	"ferritin" double precision,
	"ferritin_last" double precision,
	"ferritin_mean" double precision,
	"ferritin_median" double precision,
	"ferritin_max" double precision,
	"ferritin_min" double precision,
	"alt" double precision,
	"alt_last" double precision,
	"alt_mean" double precision,
	"alt_median" double precision,
	"alt_max" double precision,
	"alt_min" double precision,
	"ast" double precision,
	"ast_last" double precision,
	"ast_mean" double precision,
	"ast_median" double precision,
	"ast_max" double precision,
	"ast_min" double precision,
	"ggt" double precision,
	"ggt_last" double precision,
	"ggt_mean" double precision,
	"ggt_median" double precision,
	"ggt_max" double precision,
	"ggt_min" double precision,
	"bilirubin" double precision,
	"bilirubin_last" double precision,
	"bilirubin_mean" double precision,
	"bilirubin_median" double precision,
	"bilirubin_max" double precision,
	"bilirubin_min" double precision,
	"creatinine" double precision,
	"creatinine_last" double precision,
	"creatinine_mean" double precision,
	"creatinine_median" double precision,
	"creatinine_max" double precision,
	"creatinine_min" double precision,
	"egfr" double precision,
	"egfr_last" double precision,
	"egfr_mean" double precision,
	"egfr_median" double precision,
	"egfr_max" double precision,
	"egfr_min" double precision,
	"app" double precision,
	"app_last" double precision,
	"app_mean" double precision,
	"app_median" double precision,
	"app_max" double precision,
	"app_min" double precision,
	"lic_last" double precision,
	"t2_heart_last" double precision,
	"t2_liver_last" double precision,
	"dexa_date" date,
	"dexa_lombar_spine_t" double precision,
	"dexa_lombar_spine_z" double precision,
	"dexa_lombar_spine_bmd" double precision,
	"dexa_femoral_neck_t" double precision,
	"dexa_femoral_neck_z" double precision,
	"dexa_femoral_neck_bmd" double precision,
	"dexa_total_hip_t" double precision,
	"dexa_total_hip_z" double precision,
	"dexa_total_hip_bmd" double precision,
	"fibr_stiffness" double precision,
	"covid_status" boolean,
	"covid_symptom" text COLLATE "C",
	"covid_detection" text COLLATE "C",
	"covid_source" text COLLATE "C",
	"covid_hospitalization" text COLLATE "C",
	"covid_hosp_days" integer,
	"covid_disase_days" integer,
	"covid_terapy" text,
	"covid_outcome" text COLLATE "C",
	CONSTRAINT "patient_medical_version_pkey" PRIMARY KEY("patient_id","version")
);
--> statement-breakpoint
CREATE TABLE "patient_personal_version" (
	"patient_id" integer NOT NULL,
	"version" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"centre_code" text COLLATE "C" NOT NULL,
	"actor" text COLLATE "C" NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"import_id" uuid,
	"reason" text,
	"missing_reasons" jsonb,
	"telephone" text,
	"legal_id" text,
	"dob" date,
	"sex" text COLLATE "C",
	"centre_start" date,
	"lob_nation" text COLLATE "C",
	"lob_region" text COLLATE "C",
	"address_nation" text COLLATE "C",
	"address_area" text COLLATE "C",
	"address_town" text,
	"address_street" text,
	"address_zip" text,
	CONSTRAINT "patient_personal_version_pkey" PRIMARY KEY("patient_id","version")
);
--> statement-breakpoint
CREATE TABLE "import_run" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text COLLATE "C" NOT NULL,
	"centre_code" text COLLATE "C" NOT NULL,
	"command" text COLLATE "C" NOT NULL,
	"format" text COLLATE "C" NOT NULL,
	"file_hash" text COLLATE "C" NOT NULL,
	"ok" integer NOT NULL,
	"ko" integer NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by" text COLLATE "C",
	"removed" integer DEFAULT 0 NOT NULL,
	"removed_mobiles" integer DEFAULT 0 NOT NULL,
	"detail" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "import_run_undone_has_both" CHECK ((undone_at IS NULL) = (undone_by IS NULL))
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"channel" text COLLATE "C" NOT NULL,
	"recipient" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	"attachment" "bytea",
	"attachment_name" text,
	"patient_id" integer,
	"study_id" text COLLATE "C",
	"communication_recipient_id" bigint,
	"unsubscribe_url" text,
	"requires_reconsent" boolean DEFAULT false NOT NULL,
	"is_reset" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"first_attempt_at" timestamp with time zone,
	"cost_cents" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"last_error" text,
	CONSTRAINT "notification_communication_recipient_once" UNIQUE("communication_recipient_id"),
	CONSTRAINT "notification_channel" CHECK (channel IN ('mail', 'sms')),
	CONSTRAINT "notification_attachment" CHECK ((attachment IS NULL) = (attachment_name IS NULL) AND (attachment IS NULL OR channel = 'mail'))
);
--> statement-breakpoint
CREATE TABLE "patient" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "patient_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"centre_code" text COLLATE "C" NOT NULL,
	"login_mode" text COLLATE "C" NOT NULL,
	"lang" text COLLATE "C" DEFAULT 'it' NOT NULL,
	"c_db" boolean,
	"c_db_p" boolean,
	"c_db_m" boolean,
	"c_s" boolean,
	"c_extraeu" boolean,
	"c_p_db" boolean,
	"c_f" boolean,
	"c_incidental" smallint,
	"c_db_no_notification" text COLLATE "C",
	"consent_subject" uuid DEFAULT gen_random_uuid(),
	"consent_chain_hash" text COLLATE "C",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "patient_consent_subject_unique" UNIQUE("consent_subject"),
	CONSTRAINT "patient_id_centre" UNIQUE("id","centre_code"),
	CONSTRAINT "patient_login_mode" CHECK (login_mode IN ('Email', 'Mobile')),
	CONSTRAINT "patient_lang" CHECK (lang IN ('it', 'en')),
	CONSTRAINT "patient_withdrawal" CHECK (c_db_no_notification IN ('v1', 'v2', 'v3'))
);
--> statement-breakpoint
CREATE TABLE "patient_identity" (
	"patient_id" integer PRIMARY KEY NOT NULL,
	"centre_code" text COLLATE "C" NOT NULL,
	"record_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"login_mode" text COLLATE "C" DEFAULT 'Email' NOT NULL,
	"centre_patient_code" text COLLATE "C" NOT NULL,
	"surname" text NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"mobile_prefix" text COLLATE "C",
	"mobile" text COLLATE "C",
	CONSTRAINT "patient_identity_record_id_unique" UNIQUE("record_id"),
	CONSTRAINT "patient_identity_centre_patient_code" UNIQUE("centre_code","centre_patient_code"),
	CONSTRAINT "patient_identity_personal_data_limits" CHECK ((char_length(centre_patient_code) <= 80) AND (char_length(surname) <= 80) AND (char_length(name) <= 80) AND (char_length(mobile_prefix) <= 5) AND (char_length(mobile) <= 20) AND (char_length(email) <= 255)),
	CONSTRAINT "patient_identity_characters" CHECK (concat(centre_patient_code, surname, name, email) !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]'),
	CONSTRAINT "patient_identity_names" CHECK (btrim(centre_patient_code) <> '' AND btrim(surname) <> '' AND btrim(name) <> ''),
	CONSTRAINT "patient_identity_email_shape" CHECK (email = lower(btrim(email)) AND char_length(email) >= 6 AND email ~ '^[^@\s]+@[^@\s]+$'),
	CONSTRAINT "patient_identity_mobile_shape" CHECK (mobile_prefix ~ '^\+[1-9][0-9]{0,3}$' AND mobile ~ '^[0-9]{4,14}$'),
	CONSTRAINT "patient_identity_mobile_italian" CHECK (login_mode <> 'Mobile' OR mobile_prefix <> '+39' OR mobile ~ '^[34][0-9]{8,9}$'),
	CONSTRAINT "patient_identity_mobile_complete" CHECK ((mobile IS NULL) = (mobile_prefix IS NULL))
);
--> statement-breakpoint
CREATE TABLE "patient_medical" (
	"patient_id" integer PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"consented" boolean DEFAULT false NOT NULL,
	"closed" boolean DEFAULT false NOT NULL,
	"centre_code" text COLLATE "C" NOT NULL,
	"missing_reasons" jsonb,
	"dead_date" date,
	"dead_cause" text,
	"weight" double precision,
	"other_therapies" text,
	"status" text COLLATE "C",
	"blood_group" text COLLATE "C",
	"fenotype" text COLLATE "C",
	"dod" date,
	"diagnosis" text COLLATE "C",
	"diagnosis_2" text COLLATE "C",
	"diagnosis_3" text COLLATE "C",
	"genotype" text COLLATE "C",
	"cardiomiopathies" boolean,
	"chronic_kidney_disease" boolean,
	"liver_disease" boolean,
	"thrombosis" boolean,
	"congestive_heart_failure" boolean,
	"skeletal_problems" boolean,
	"eye_problems" boolean,
	"dental_problems" boolean,
	"splenic_sequestration" boolean,
	"acute_chest_syndrome" boolean,
	"stroke" boolean,
	"voc" boolean,
	"osteonecrosis" boolean,
	"leg_ulcers" boolean,
	"priapism" boolean,
	"hcc" boolean,
	"hypothyroidism" boolean,
	"hypoparathyroidism" boolean,
	"diabetes" boolean,
	"hypoganadism" boolean,
	"hypocortisolism" boolean,
	"osteoporosis" boolean,
	"nephrolithiasis" boolean,
	"pulmonary_hypertension" boolean,
	"cholelithiasis" boolean,
	"heart_failure" boolean,
	"arrhythmia" boolean,
	"liver_cirrhosis" boolean,
	"hbv" boolean,
	"hcv" boolean,
	"splenomegaly" boolean,
	"splenectomy" boolean,
	"cholecistectomy" boolean,
	"complications_num" integer,
	"splenectomy_date" date,
	"cholecistectomy_date" date,
	"bmt" boolean,
	"bmt_date" date,
	"bmt_note" text,
	"hospedalizations" integer,
	"hospedal_days" integer,
	"hospedal_causes" text[],
	"tt" text COLLATE "C",
	"tt_qty" double precision,
	"tt_type" text COLLATE "C",
	"tt_start" date,
	"tt_ongoing" boolean,
	"immunization" text COLLATE "C",
	"ict_type" text COLLATE "C",
	"ict_start" date,
	"ict_ongoing" boolean,
	"ict_ip" boolean,
	"ict_modality" text COLLATE "C",
	"ict_dfo_dosage" double precision,
	"ict_dfo_prescription" double precision,
	"ict_dfo_compliance" double precision,
	"ict_dfp_dosage" double precision,
	"ict_dfp_prescription" double precision,
	"ict_dfp_compliance" double precision,
	"ict_dfx_dosage" double precision,
	"ict_dfx_prescription" double precision,
	"ict_dfx_compliance" double precision,
	"ict_other_dosage" double precision,
	"ict_other_prescription" double precision,
	"ict_other_compliance" double precision,
	"ict_other_product" text COLLATE "C",
	"hu_terapy_type" text COLLATE "C",
	"hu_terapy_start" date,
	"hu_terapy_ongoing" boolean,
	"hu_terapy_dosage" double precision,
	"lus_terapy_type" text COLLATE "C",
	"lus_terapy_start" date,
	"lus_terapy_ongoing" boolean,
	"lus_terapy_dosage" double precision,
	"gt" boolean,
	"gt_start" date,
	"gt_protocol" text,
	"gt_outcome" text COLLATE "C",
	"gt_conditioning" text,
	"gt_note" text,
	"hb" double precision,
	"hb_last" double precision,
	"hb_mean" double precision,
	"hb_median" double precision,
	"hb_max" double precision,
	"hb_min" double precision,
	"ferritin" double precision,
	"ferritin_last" double precision,
	"ferritin_mean" double precision,
	"ferritin_median" double precision,
	"ferritin_max" double precision,
	"ferritin_min" double precision,
	"alt" double precision,
	"alt_last" double precision,
	"alt_mean" double precision,
	"alt_median" double precision,
	"alt_max" double precision,
	"alt_min" double precision,
	"ast" double precision,
	"ast_last" double precision,
	"ast_mean" double precision,
	"ast_median" double precision,
	"ast_max" double precision,
	"ast_min" double precision,
	"ggt" double precision,
	"ggt_last" double precision,
	"ggt_mean" double precision,
	"ggt_median" double precision,
	"ggt_max" double precision,
	"ggt_min" double precision,
	"bilirubin" double precision,
	"bilirubin_last" double precision,
	"bilirubin_mean" double precision,
	"bilirubin_median" double precision,
	"bilirubin_max" double precision,
	"bilirubin_min" double precision,
	"creatinine" double precision,
	"creatinine_last" double precision,
	"creatinine_mean" double precision,
	"creatinine_median" double precision,
	"creatinine_max" double precision,
	"creatinine_min" double precision,
	"egfr" double precision,
	"egfr_last" double precision,
	"egfr_mean" double precision,
	"egfr_median" double precision,
	"egfr_max" double precision,
	"egfr_min" double precision,
	"app" double precision,
	"app_last" double precision,
	"app_mean" double precision,
	"app_median" double precision,
	"app_max" double precision,
	"app_min" double precision,
	"lic_last" double precision,
	"t2_heart_last" double precision,
	"t2_liver_last" double precision,
	"dexa_date" date,
	"dexa_lombar_spine_t" double precision,
	"dexa_lombar_spine_z" double precision,
	"dexa_lombar_spine_bmd" double precision,
	"dexa_femoral_neck_t" double precision,
	"dexa_femoral_neck_z" double precision,
	"dexa_femoral_neck_bmd" double precision,
	"dexa_total_hip_t" double precision,
	"dexa_total_hip_z" double precision,
	"dexa_total_hip_bmd" double precision,
	"fibr_stiffness" double precision,
	"covid_status" boolean,
	"covid_symptom" text COLLATE "C",
	"covid_detection" text COLLATE "C",
	"covid_source" text COLLATE "C",
	"covid_hospitalization" text COLLATE "C",
	"covid_hosp_days" integer,
	"covid_disase_days" integer,
	"covid_terapy" text,
	"covid_outcome" text COLLATE "C",
	CONSTRAINT "patient_medical_misc_limits" CHECK ((dead_date >= '1940-01-01') AND (char_length(dead_cause) <= 255) AND (weight >= 1 AND weight <= 250) AND (char_length(other_therapies) <= 1000)),
	CONSTRAINT "patient_medical_diagnosis_limits" CHECK ((dod >= '1900-01-01')),
	CONSTRAINT "patient_medical_complications_limits" CHECK ((complications_num >= 1 AND complications_num <= 33)),
	CONSTRAINT "patient_medical_surgery_limits" CHECK ((splenectomy_date >= '1930-01-01') AND (cholecistectomy_date >= '1930-01-01') AND (bmt_date >= '1970-01-01') AND (char_length(bmt_note) <= 1000)),
	CONSTRAINT "patient_medical_hospitalization_limits" CHECK ((hospedalizations >= 0 AND hospedalizations <= 100) AND (hospedal_days >= 0 AND hospedal_days <= 366) AND (cardinality(hospedal_causes) BETWEEN 1 AND 200)),
	CONSTRAINT "patient_medical_transfusion_limits" CHECK ((tt_qty >= 0 AND tt_qty <= 150) AND (tt_start >= '1930-01-01')),
	CONSTRAINT "patient_medical_chelation_limits" CHECK ((ict_start >= '1960-01-01') AND (ict_dfo_dosage >= 0 AND ict_dfo_dosage <= 100) AND (ict_dfo_prescription >= 0 AND ict_dfo_prescription <= 7) AND (ict_dfo_compliance >= 0 AND ict_dfo_compliance <= 100) AND (ict_dfp_dosage >= 0 AND ict_dfp_dosage <= 150) AND (ict_dfp_prescription >= 0 AND ict_dfp_prescription <= 7) AND (ict_dfp_compliance >= 0 AND ict_dfp_compliance <= 100) AND (ict_dfx_dosage >= 0 AND ict_dfx_dosage <= 60) AND (ict_dfx_prescription >= 0 AND ict_dfx_prescription <= 7) AND (ict_dfx_compliance >= 0 AND ict_dfx_compliance <= 100) AND (ict_other_dosage >= 0 AND ict_other_dosage <= 1000) AND (ict_other_prescription >= 0 AND ict_other_prescription <= 7) AND (ict_other_compliance >= 0 AND ict_other_compliance <= 100)),
	CONSTRAINT "patient_medical_specialtreatment_limits" CHECK ((hu_terapy_start >= '1970-01-01') AND (hu_terapy_dosage >= 0 AND hu_terapy_dosage <= 60) AND (lus_terapy_start >= '2011-01-01') AND (lus_terapy_dosage >= 0 AND lus_terapy_dosage <= 2)),
	CONSTRAINT "patient_medical_gene_limits" CHECK ((gt_start >= '2005-01-01') AND (char_length(gt_protocol) <= 255) AND (char_length(gt_conditioning) <= 255) AND (char_length(gt_note) <= 1000)),
	CONSTRAINT "patient_medical_laboratory_limits" CHECK ((hb >= 2 AND hb <= 22) AND (hb_last >= 2 AND hb_last <= 22) AND (hb_mean >= 2 AND hb_mean <= 22) AND (hb_median >= 2 AND hb_median <= 22) AND (hb_max >= 2 AND hb_max <= 22) AND (hb_min >= 2 AND hb_min <= 22) AND (ferritin >= 1 AND ferritin <= 50000) AND (ferritin_last >= 1 AND ferritin_last <= 50000) AND (ferritin_mean >= 1 AND ferritin_mean <= 50000) AND (ferritin_median >= 1 AND ferritin_median <= 50000) AND (ferritin_max >= 1 AND ferritin_max <= 50000) AND (ferritin_min >= 1 AND ferritin_min <= 50000) AND (alt >= 1 AND alt <= 10000) AND (alt_last >= 1 AND alt_last <= 10000) AND (alt_mean >= 1 AND alt_mean <= 10000) AND (alt_median >= 1 AND alt_median <= 10000) AND (alt_max >= 1 AND alt_max <= 10000) AND (alt_min >= 1 AND alt_min <= 10000) AND (ast >= 1 AND ast <= 10000) AND (ast_last >= 1 AND ast_last <= 10000) AND (ast_mean >= 1 AND ast_mean <= 10000) AND (ast_median >= 1 AND ast_median <= 10000) AND (ast_max >= 1 AND ast_max <= 10000) AND (ast_min >= 1 AND ast_min <= 10000) AND (ggt >= 1 AND ggt <= 5000) AND (ggt_last >= 1 AND ggt_last <= 5000) AND (ggt_mean >= 1 AND ggt_mean <= 5000) AND (ggt_median >= 1 AND ggt_median <= 5000) AND (ggt_max >= 1 AND ggt_max <= 5000) AND (ggt_min >= 1 AND ggt_min <= 5000) AND (bilirubin >= 0.05 AND bilirubin <= 80) AND (bilirubin_last >= 0.05 AND bilirubin_last <= 80) AND (bilirubin_mean >= 0.05 AND bilirubin_mean <= 80) AND (bilirubin_median >= 0.05 AND bilirubin_median <= 80) AND (bilirubin_max >= 0.05 AND bilirubin_max <= 80) AND (bilirubin_min >= 0.05 AND bilirubin_min <= 80) AND (creatinine >= 0.05 AND creatinine <= 25) AND (creatinine_last >= 0.05 AND creatinine_last <= 25) AND (creatinine_mean >= 0.05 AND creatinine_mean <= 25) AND (creatinine_median >= 0.05 AND creatinine_median <= 25) AND (creatinine_max >= 0.05 AND creatinine_max <= 25) AND (creatinine_min >= 0.05 AND creatinine_min <= 25) AND (egfr >= 1 AND egfr <= 300) AND (egfr_last >= 1 AND egfr_last <= 300) AND (egfr_mean >= 1 AND egfr_mean <= 300) AND (egfr_median >= 1 AND egfr_median <= 300) AND (egfr_max >= 1 AND egfr_max <= 300) AND (egfr_min >= 1 AND egfr_min <= 300) AND (app >= 0 AND app <= 100000) AND (app_last >= 0 AND app_last <= 100000) AND (app_mean >= 0 AND app_mean <= 100000) AND (app_median >= 0 AND app_median <= 100000) AND (app_max >= 0 AND app_max <= 100000) AND (app_min >= 0 AND app_min <= 100000)),
	CONSTRAINT "patient_medical_instrumental_limits" CHECK ((lic_last >= 0.1 AND lic_last <= 80) AND (t2_heart_last >= 1 AND t2_heart_last <= 100) AND (t2_liver_last >= 0.2 AND t2_liver_last <= 100) AND (dexa_date >= '1985-01-01') AND (dexa_lombar_spine_t >= -8 AND dexa_lombar_spine_t <= 8) AND (dexa_lombar_spine_z >= -8 AND dexa_lombar_spine_z <= 8) AND (dexa_lombar_spine_bmd >= 0.1 AND dexa_lombar_spine_bmd <= 2.5) AND (dexa_femoral_neck_t >= -8 AND dexa_femoral_neck_t <= 8) AND (dexa_femoral_neck_z >= -8 AND dexa_femoral_neck_z <= 8) AND (dexa_femoral_neck_bmd >= 0.1 AND dexa_femoral_neck_bmd <= 2.5) AND (dexa_total_hip_t >= -8 AND dexa_total_hip_t <= 8) AND (dexa_total_hip_z >= -8 AND dexa_total_hip_z <= 8) AND (dexa_total_hip_bmd >= 0.1 AND dexa_total_hip_bmd <= 2.5) AND (fibr_stiffness >= 1.5 AND fibr_stiffness <= 75)),
	CONSTRAINT "patient_medical_covid_limits" CHECK ((covid_hosp_days >= 0 AND covid_hosp_days <= 366) AND (covid_disase_days >= 0 AND covid_disase_days <= 366) AND (char_length(covid_terapy) <= 255)),
	CONSTRAINT "patient_medical_missing_reasons" CHECK (jsonb_typeof(missing_reasons) = 'object' AND NOT jsonb_path_exists(missing_reasons, 'strict $.* ? (@.type() != "string" || @ != "not_done" && @ != "unknown" && @ != "not_applicable" && @ != "refused")', '{}', true))
);
--> statement-breakpoint
CREATE TABLE "patient_personal" (
	"patient_id" integer PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"consented" boolean DEFAULT false NOT NULL,
	"closed" boolean DEFAULT false NOT NULL,
	"centre_code" text COLLATE "C" NOT NULL,
	"missing_reasons" jsonb,
	"telephone" text,
	"legal_id" text,
	"dob" date,
	"sex" text COLLATE "C",
	"centre_start" date,
	"lob_nation" text COLLATE "C",
	"lob_region" text COLLATE "C",
	"address_nation" text COLLATE "C",
	"address_area" text COLLATE "C",
	"address_town" text,
	"address_street" text,
	"address_zip" text,
	CONSTRAINT "patient_personal_characters" CHECK (concat(telephone, legal_id, address_town, address_street, address_zip) !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]'),
	CONSTRAINT "patient_personal_personal_data_limits" CHECK ((char_length(telephone) <= 20) AND (char_length(legal_id) <= 16) AND (dob >= '1900-01-01') AND (centre_start >= '1940-01-01') AND (char_length(address_town) <= 80) AND (char_length(address_street) <= 120) AND (char_length(address_zip) <= 10)),
	CONSTRAINT "patient_personal_missing_reasons" CHECK (jsonb_typeof(missing_reasons) = 'object' AND NOT jsonb_path_exists(missing_reasons, 'strict $.* ? (@.type() != "string" || @ != "not_done" && @ != "unknown" && @ != "not_applicable" && @ != "refused")', '{}', true) AND NOT missing_reasons ?| ARRAY['dob', 'sex'])
);
--> statement-breakpoint
CREATE TABLE "consent_receipt" (
	"subject" uuid NOT NULL,
	"first_seq" integer NOT NULL,
	"seq" integer NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "consent_receipt_pkey" PRIMARY KEY("subject","seq"),
	CONSTRAINT "consent_receipt_code_unique" UNIQUE("code"),
	CONSTRAINT "consent_receipt_answers" CHECK (first_seq <= seq),
	CONSTRAINT "consent_receipt_code" CHECK (code ~ '^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$'),
	CONSTRAINT "consent_receipt_content" CHECK ((content::jsonb #>> '{receipt_metadata,receipt_id}') IS NOT DISTINCT FROM code)
);
--> statement-breakpoint
CREATE TABLE "receipt_key" (
	"kid" text COLLATE "C" PRIMARY KEY NOT NULL,
	"public_key" text COLLATE "C" NOT NULL,
	"mac" text COLLATE "C" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reference_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reference_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text COLLATE "C" NOT NULL,
	"table_name" text COLLATE "C" NOT NULL,
	"value_id" text COLLATE "C" NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "reference_value" (
	"table_name" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL,
	"trans_it" text NOT NULL,
	"trans_en" text NOT NULL,
	"trans_fr" text,
	"trans_pt" text,
	"extra" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "reference_value_table_name_id_pk" PRIMARY KEY("table_name","id"),
	CONSTRAINT "reference_value_limits" CHECK (char_length(id) BETWEEN 1 AND 80)
);
--> statement-breakpoint
CREATE TABLE "setting" (
	"key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp with time zone,
	"changed_by" text COLLATE "C",
	CONSTRAINT "setting_limits" CHECK (CASE key
        WHEN 'password_day_duration' THEN value ~ '^[0-9]{1,4}$' AND value::integer BETWEEN 0 AND 3650
        WHEN 'password_min_strength' THEN value ~ '^[0-4]$'
        WHEN 'otp_minute_duration' THEN value ~ '^([1-9]|10)$'
        WHEN 'anonymous_publish_days' THEN value ~ '^[0-9]{1,3}$' AND value::integer BETWEEN 0 AND 365
        WHEN 'staff_totp_required' THEN value IN ('true', 'false')
        ELSE true END)
);
--> statement-breakpoint
CREATE TABLE "saved_filter" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_filter_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"author_id" integer NOT NULL,
	"fields" jsonb NOT NULL,
	"condition" jsonb NOT NULL,
	"state" text COLLATE "C" DEFAULT 'active' NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_filter_state" CHECK (state IN ('active', 'disabled', 'deleted')),
	CONSTRAINT "saved_filter_limits" CHECK (char_length(name) BETWEEN 1 AND 80 AND char_length(description) <= 255)
);
--> statement-breakpoint
CREATE TABLE "saved_filter_version" (
	"filter_id" integer NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"fields" jsonb NOT NULL,
	"condition" jsonb NOT NULL,
	"state" text COLLATE "C" DEFAULT 'active' NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" text COLLATE "C" NOT NULL,
	CONSTRAINT "saved_filter_version_pkey" PRIMARY KEY("filter_id","version")
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recovery_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"letter" char(1) NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_code_letter" UNIQUE("account_id","letter")
);
--> statement-breakpoint
CREATE TABLE "second_factor" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"encrypted_secret" "bytea" NOT NULL,
	"last_step" integer NOT NULL,
	"confirmed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "second_factor_enrolment" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"encrypted_secret" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_challenge" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"temporary_password_hash" text,
	"password_hash_to_store" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sf36_response" (
	"patient_id" integer NOT NULL,
	"key" uuid NOT NULL,
	"filled_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer NOT NULL,
	"language" text COLLATE "C" NOT NULL,
	"shown_hash" text COLLATE "C" NOT NULL,
	"answers" jsonb NOT NULL,
	"pf" double precision,
	"rp" double precision,
	"bp" double precision,
	"gh" double precision,
	"vt" double precision,
	"sf" double precision,
	"re" double precision,
	"mh" double precision,
	"ht" double precision,
	CONSTRAINT "sf36_response_pkey" PRIMARY KEY("patient_id","key"),
	CONSTRAINT "sf36_response_language" CHECK (language IN ('it', 'en')),
	CONSTRAINT "sf36_response_scores" CHECK (least(pf, rp, bp, gh, vt, sf, re, mh, ht) >= 0 AND greatest(pf, rp, bp, gh, vt, sf, re, mh, ht) <= 100)
);
--> statement-breakpoint
CREATE TABLE "sf36_text_sent" (
	"patient_id" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"language" text COLLATE "C" NOT NULL,
	CONSTRAINT "sf36_text_sent_language" CHECK (language IN ('it', 'en'))
);
--> statement-breakpoint
CREATE TABLE "sf36_version" (
	"version" integer PRIMARY KEY NOT NULL,
	"description_it" text NOT NULL,
	"description_en" text NOT NULL,
	"content" jsonb NOT NULL,
	"licence" text,
	"scoring" text COLLATE "C" DEFAULT 'sf36' NOT NULL,
	"shape" jsonb NOT NULL,
	"published_at" timestamp with time zone,
	"hash_it" text COLLATE "C" NOT NULL,
	"hash_en" text COLLATE "C" NOT NULL,
	"published_by" text,
	"saves" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text,
	"changed_parts" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "sf36_version_scoring" CHECK (scoring IN ('sf36', 'none')),
	CONSTRAINT "sf36_version_limits" CHECK (length(description_it) <= 80 AND length(description_en) <= 80 AND length(licence) BETWEEN 1 AND 80)
);
--> statement-breakpoint
CREATE TABLE "record_signature" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "record_signature_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"patient_id" integer NOT NULL,
	"year" integer NOT NULL,
	"personal_version" integer,
	"medical_version" integer,
	"signed_by" text COLLATE "C" NOT NULL,
	"signed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "record_signature_year" CHECK (year BETWEEN 1900 AND 2200),
	CONSTRAINT "record_signature_data_domain" CHECK (num_nonnulls(personal_version, medical_version) > 0)
);
--> statement-breakpoint
CREATE TABLE "staff_role" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_role_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"role" text COLLATE "C" NOT NULL,
	"areaid" text COLLATE "C",
	"center" text COLLATE "C",
	CONSTRAINT "staff_role_unique" UNIQUE NULLS NOT DISTINCT("user_id","role","areaid","center"),
	CONSTRAINT "staff_role_scope" CHECK (CASE role WHEN 'CenterAdmin' THEN center IS NOT NULL AND areaid IS NULL
        WHEN 'GlobalAdmin' THEN areaid IS NOT NULL AND center IS NULL
        WHEN 'UserAdmin' THEN areaid IS NOT NULL AND center IS NULL
        WHEN 'DataManager' THEN areaid IS NOT NULL AND center IS NULL
        ELSE false END)
);
--> statement-breakpoint
CREATE TABLE "staff_user" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_user_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"name" text NOT NULL,
	"surname" text NOT NULL,
	"language" text COLLATE "C" DEFAULT 'it' NOT NULL,
	"disabled_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text,
	"changed_fields" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "staff_user_email_shape" CHECK (email = lower(btrim(email)) AND char_length(email) BETWEEN 6 AND 255 AND email ~ '^[^@\s]+@[^@\s]+$'),
	CONSTRAINT "staff_user_name_shape" CHECK (char_length(name) BETWEEN 1 AND 80 AND char_length(surname) BETWEEN 1 AND 80),
	CONSTRAINT "staff_user_deleted_is_disabled" CHECK (deleted_at IS NULL OR disabled_at IS NOT NULL),
	CONSTRAINT "staff_user_language" CHECK (language IN ('it', 'en'))
);
--> statement-breakpoint
CREATE TABLE "clinical_study" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"title_en" text,
	"description_en" text,
	"main_centre" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" DEFAULT 'EthicsCommitteeWaiting' NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"extraeu" boolean NOT NULL,
	"f" boolean NOT NULL,
	"p_db" boolean NOT NULL,
	"filter_id" integer NOT NULL,
	"sf36_version" integer NOT NULL,
	"video_url" text,
	"end_enrollment_date" date,
	"suspended_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "clinical_study_id" CHECK (char_length(id) BETWEEN 1 AND 80 AND id = btrim(id) AND id <> '__new__' AND id !~ '[\x01-\x1f\x7f-\x9f]'),
	CONSTRAINT "clinical_study_texts" CHECK (char_length(title) BETWEEN 1 AND 255 AND btrim(title) <> '' AND char_length(description) BETWEEN 1 AND 255 AND btrim(description) <> ''),
	CONSTRAINT "clinical_study_english_texts" CHECK (char_length(title_en) <= 255 AND btrim(title_en) <> '' AND char_length(description_en) <= 255 AND btrim(description_en) <> ''),
	CONSTRAINT "clinical_study_characters" CHECK (concat(title, description, title_en, description_en, video_url) !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]'),
	CONSTRAINT "clinical_study_video" CHECK (char_length(video_url) <= 255 AND video_url ~ '^https://[^\s]+$'),
	CONSTRAINT "clinical_study_status" CHECK (status IN ('EthicsCommitteeWaiting', 'AlreadySentToCenters', 'ToBeSentToPatients', 'Active', 'Terminated', 'Exported')),
	CONSTRAINT "clinical_study_end_date" CHECK (status NOT IN ('ToBeSentToPatients', 'Active', 'Exported') OR end_enrollment_date IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "clinical_study_centre" (
	"study_id" text COLLATE "C" NOT NULL,
	"centre_code" text COLLATE "C" NOT NULL,
	"approved" boolean NOT NULL,
	"committee" text,
	"decided_on" date,
	"entered_at" timestamp with time zone DEFAULT now() NOT NULL,
	"entered_by" text COLLATE "C" NOT NULL,
	CONSTRAINT "clinical_study_centre_pkey" PRIMARY KEY("study_id","centre_code"),
	CONSTRAINT "clinical_study_centre_committee" CHECK (char_length(committee) BETWEEN 1 AND 255 AND btrim(committee) <> '')
);
--> statement-breakpoint
CREATE TABLE "clinical_study_correction" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "clinical_study_correction_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"study_id" text COLLATE "C" NOT NULL,
	"centre_code" text COLLATE "C" NOT NULL,
	"approved" boolean NOT NULL,
	"committee" text,
	"decided_on" date,
	"entered_at" timestamp with time zone NOT NULL,
	"entered_by" text COLLATE "C" NOT NULL,
	"reason" text NOT NULL,
	"corrected_at" timestamp with time zone DEFAULT now() NOT NULL,
	"corrected_by" text COLLATE "C" NOT NULL,
	CONSTRAINT "clinical_study_correction_reason" CHECK (char_length(reason) BETWEEN 1 AND 255 AND btrim(reason) <> '')
);
--> statement-breakpoint
CREATE TABLE "clinical_study_document" (
	"study_id" text COLLATE "C" NOT NULL,
	"centre_code" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"sha256" text COLLATE "C" NOT NULL,
	"entered_at" timestamp with time zone DEFAULT now() NOT NULL,
	"entered_by" text COLLATE "C" NOT NULL,
	CONSTRAINT "clinical_study_document_pkey" PRIMARY KEY("study_id","centre_code"),
	CONSTRAINT "clinical_study_document_pdf" CHECK (substring(bytes FROM 1 FOR 5) = '%PDF-'::bytea AND octet_length(bytes) <= 10485760),
	CONSTRAINT "clinical_study_document_name" CHECK (char_length(name) <= 255)
);
--> statement-breakpoint
CREATE TABLE "clinical_study_version" (
	"study_id" text COLLATE "C" NOT NULL,
	"version" integer NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text COLLATE "C",
	"study" jsonb NOT NULL,
	CONSTRAINT "clinical_study_version_pkey" PRIMARY KEY("study_id","version")
);
--> statement-breakpoint
CREATE TABLE "study_patient" (
	"study_id" text COLLATE "C" NOT NULL,
	"patient_id" integer NOT NULL,
	"centre_code" text COLLATE "C" NOT NULL,
	"matched_at" timestamp with time zone DEFAULT now() NOT NULL,
	"matches" boolean DEFAULT true NOT NULL,
	"approved" boolean,
	"decided_at" timestamp with time zone,
	"decided_by" text COLLATE "C",
	"decided_via" text COLLATE "C",
	"status" text COLLATE "C",
	"invited_at" timestamp with time zone,
	"reminders" smallint DEFAULT 0 NOT NULL,
	"reminded_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"answered_version" integer,
	"exported_at" timestamp with time zone,
	"left_at" timestamp with time zone,
	"pseudonym" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "study_patient_pkey" PRIMARY KEY("study_id","patient_id"),
	CONSTRAINT "study_patient_pseudonym_unique" UNIQUE("pseudonym"),
	CONSTRAINT "study_patient_status" CHECK (status IN ('AttesaConsenso', 'ConsensoSI', 'ConsensoNO', 'Esportato')),
	CONSTRAINT "study_patient_decided" CHECK (num_nonnulls(decided_by, decided_via) IN (0, 2) AND (decided_by IS NULL OR decided_at IS NOT NULL)),
	CONSTRAINT "study_patient_approved" CHECK (status IS NULL OR coalesce(approved, false)),
	CONSTRAINT "study_patient_invited" CHECK (status IS NULL OR invited_at IS NOT NULL),
	CONSTRAINT "study_patient_answered" CHECK ((status IN ('ConsensoSI', 'ConsensoNO', 'Esportato')) IS NOT TRUE OR answered_at IS NOT NULL),
	CONSTRAINT "study_patient_exported" CHECK (status IS DISTINCT FROM 'Esportato' OR exported_at IS NOT NULL),
	CONSTRAINT "study_patient_reminders" CHECK (reminders BETWEEN 0 AND 2)
);
--> statement-breakpoint
CREATE TABLE "deletion_code" (
	"hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"encrypted_exports" "bytea" NOT NULL,
	"last_day" date NOT NULL,
	CONSTRAINT "deletion_code_last_day" CHECK (to_char(last_day, 'MM-DD') = '12-31')
);
--> statement-breakpoint
CREATE TABLE "reregistration_request" (
	"person" uuid PRIMARY KEY NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"encrypted_request" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reregistration_request_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
CREATE TABLE "withdrawn_fingerprint" (
	"person" uuid NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	CONSTRAINT "withdrawn_fingerprint_pkey" PRIMARY KEY("person","hash")
);
--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_staff_user_id_staff_user_id_fk" FOREIGN KEY ("staff_user_id") REFERENCES "public"."staff_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_change" ADD CONSTRAINT "contact_change_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_correction" ADD CONSTRAINT "contact_correction_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_code" ADD CONSTRAINT "one_time_code_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_history" ADD CONSTRAINT "password_history_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_contact" ADD CONSTRAINT "sign_in_contact_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_link" ADD CONSTRAINT "sign_in_link_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cohort_cell" ADD CONSTRAINT "cohort_cell_centre_code_centre_code_fk" FOREIGN KEY ("centre_code") REFERENCES "public"."centre"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cohort_change" ADD CONSTRAINT "cohort_change_centre_code_centre_code_fk" FOREIGN KEY ("centre_code") REFERENCES "public"."centre"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cohort_summary" ADD CONSTRAINT "cohort_summary_centre_code_centre_code_fk" FOREIGN KEY ("centre_code") REFERENCES "public"."centre"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "communication" ADD CONSTRAINT "communication_filter_id_saved_filter_id_fk" FOREIGN KEY ("filter_id") REFERENCES "public"."saved_filter"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "communication" ADD CONSTRAINT "communication_areaid_geotree_id_fk" FOREIGN KEY ("areaid") REFERENCES "public"."geotree"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "communication_event" ADD CONSTRAINT "communication_event_communication_id_communication_id_fk" FOREIGN KEY ("communication_id") REFERENCES "public"."communication"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "communication_recipient" ADD CONSTRAINT "communication_recipient_communication_id_communication_id_fk" FOREIGN KEY ("communication_id") REFERENCES "public"."communication"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "communication_recipient" ADD CONSTRAINT "communication_recipient_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "communication_recipient" ADD CONSTRAINT "communication_recipient_staff_user_id_staff_user_id_fk" FOREIGN KEY ("staff_user_id") REFERENCES "public"."staff_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_subscription" ADD CONSTRAINT "newsletter_subscription_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_document_draft" ADD CONSTRAINT "consent_document_draft_document" FOREIGN KEY ("kind","based_on") REFERENCES "public"."consent_document"("kind","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_document_sent" ADD CONSTRAINT "consent_document_sent_document" FOREIGN KEY ("kind","version") REFERENCES "public"."consent_document"("kind","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_document" FOREIGN KEY ("kind","version") REFERENCES "public"."consent_document"("kind","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconsent_request" ADD CONSTRAINT "reconsent_request_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconsent_request" ADD CONSTRAINT "reconsent_request_document" FOREIGN KEY ("kind","version") REFERENCES "public"."consent_document"("kind","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "centre_check" ADD CONSTRAINT "centre_check_centre_code_centre_code_fk" FOREIGN KEY ("centre_code") REFERENCES "public"."centre"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "centre_indicator" ADD CONSTRAINT "centre_indicator_centre_code_centre_code_fk" FOREIGN KEY ("centre_code") REFERENCES "public"."centre"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "centre_query" ADD CONSTRAINT "centre_query_centre_code_centre_code_fk" FOREIGN KEY ("centre_code") REFERENCES "public"."centre"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_discrepancy" ADD CONSTRAINT "record_discrepancy_patient" FOREIGN KEY ("patient_id","centre_code") REFERENCES "public"."patient"("id","centre_code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deletion_request" ADD CONSTRAINT "deletion_request_manifest_id_export_manifest_id_fk" FOREIGN KEY ("manifest_id") REFERENCES "public"."export_manifest"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_manifest" ADD CONSTRAINT "export_manifest_study_id_clinical_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."clinical_study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_manifest" ADD CONSTRAINT "export_manifest_filter" FOREIGN KEY ("filter_id","filter_version") REFERENCES "public"."saved_filter_version"("filter_id","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_manifest" ADD CONSTRAINT "export_manifest_repeats" FOREIGN KEY ("repeats") REFERENCES "public"."export_manifest"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_outcome" ADD CONSTRAINT "export_outcome_manifest_id_export_manifest_id_fk" FOREIGN KEY ("manifest_id") REFERENCES "public"."export_manifest"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "centre" ADD CONSTRAINT "centre_geotreeid_geotree_id_fk" FOREIGN KEY ("geotreeid") REFERENCES "public"."geotree"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "geotree" ADD CONSTRAINT "geotree_parent_geotree_id_fk" FOREIGN KEY ("parent") REFERENCES "public"."geotree"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_run" ADD CONSTRAINT "import_run_centre_code_centre_code_fk" FOREIGN KEY ("centre_code") REFERENCES "public"."centre"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_study_id_clinical_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."clinical_study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_communication_recipient_id_communication_recipient_id_fk" FOREIGN KEY ("communication_recipient_id") REFERENCES "public"."communication_recipient"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient" ADD CONSTRAINT "patient_centre_code_centre_code_fk" FOREIGN KEY ("centre_code") REFERENCES "public"."centre"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_identity" ADD CONSTRAINT "patient_identity_patient" FOREIGN KEY ("patient_id","centre_code") REFERENCES "public"."patient"("id","centre_code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_medical" ADD CONSTRAINT "patient_medical_patient" FOREIGN KEY ("patient_id","centre_code") REFERENCES "public"."patient"("id","centre_code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "patient_personal" ADD CONSTRAINT "patient_personal_patient" FOREIGN KEY ("patient_id","centre_code") REFERENCES "public"."patient"("id","centre_code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_receipt" ADD CONSTRAINT "consent_receipt_first_answer" FOREIGN KEY ("subject","first_seq") REFERENCES "public"."consent_event"("subject","seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_receipt" ADD CONSTRAINT "consent_receipt_last_answer" FOREIGN KEY ("subject","seq") REFERENCES "public"."consent_event"("subject","seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filter" ADD CONSTRAINT "saved_filter_author_id_staff_user_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."staff_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filter_version" ADD CONSTRAINT "saved_filter_version_filter_id_saved_filter_id_fk" FOREIGN KEY ("filter_id") REFERENCES "public"."saved_filter"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factor_enrolment" ADD CONSTRAINT "second_factor_enrolment_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_challenge" ADD CONSTRAINT "sign_in_challenge_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sf36_response" ADD CONSTRAINT "sf36_response_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sf36_response" ADD CONSTRAINT "sf36_response_version_sf36_version_version_fk" FOREIGN KEY ("version") REFERENCES "public"."sf36_version"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sf36_text_sent" ADD CONSTRAINT "sf36_text_sent_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sf36_text_sent" ADD CONSTRAINT "sf36_text_sent_version_sf36_version_version_fk" FOREIGN KEY ("version") REFERENCES "public"."sf36_version"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_signature" ADD CONSTRAINT "record_signature_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_role" ADD CONSTRAINT "staff_role_user_id_staff_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."staff_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_role" ADD CONSTRAINT "staff_role_areaid_geotree_id_fk" FOREIGN KEY ("areaid") REFERENCES "public"."geotree"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_role" ADD CONSTRAINT "staff_role_center_centre_code_fk" FOREIGN KEY ("center") REFERENCES "public"."centre"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clinical_study" ADD CONSTRAINT "clinical_study_main_centre_centre_code_fk" FOREIGN KEY ("main_centre") REFERENCES "public"."centre"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clinical_study" ADD CONSTRAINT "clinical_study_filter_id_saved_filter_id_fk" FOREIGN KEY ("filter_id") REFERENCES "public"."saved_filter"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clinical_study" ADD CONSTRAINT "clinical_study_sf36_version_sf36_version_version_fk" FOREIGN KEY ("sf36_version") REFERENCES "public"."sf36_version"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clinical_study_centre" ADD CONSTRAINT "clinical_study_centre_study_id_clinical_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."clinical_study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clinical_study_centre" ADD CONSTRAINT "clinical_study_centre_centre_code_centre_code_fk" FOREIGN KEY ("centre_code") REFERENCES "public"."centre"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clinical_study_correction" ADD CONSTRAINT "clinical_study_correction_decision" FOREIGN KEY ("study_id","centre_code") REFERENCES "public"."clinical_study_centre"("study_id","centre_code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clinical_study_document" ADD CONSTRAINT "clinical_study_document_decision" FOREIGN KEY ("study_id","centre_code") REFERENCES "public"."clinical_study_centre"("study_id","centre_code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clinical_study_version" ADD CONSTRAINT "clinical_study_version_study_id_clinical_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."clinical_study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_patient" ADD CONSTRAINT "study_patient_study_id_clinical_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."clinical_study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_patient" ADD CONSTRAINT "study_patient_patient" FOREIGN KEY ("patient_id","centre_code") REFERENCES "public"."patient"("id","centre_code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_change_account" ON "contact_change" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_code_live" ON "one_time_code" USING btree ("account_id","purpose") WHERE used_at IS NULL;--> statement-breakpoint
CREATE INDEX "one_time_code_account" ON "one_time_code" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "one_time_code_browser" ON "one_time_code" USING btree ("browser_hash");--> statement-breakpoint
CREATE INDEX "password_history_account" ON "password_history" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "session_account" ON "session" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_contact_in_use" ON "sign_in_contact" USING btree ("contact") WHERE in_use;--> statement-breakpoint
CREATE INDEX "sign_in_contact_contact" ON "sign_in_contact" USING btree ("contact");--> statement-breakpoint
CREATE INDEX "sign_in_link_account" ON "sign_in_link" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_username" ON "audit_log" USING btree ("username","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_username_action" ON "audit_log" USING btree ("username","action","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_command" ON "audit_log" USING btree ("command","action","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_username_command" ON "audit_log" USING btree ("username","command","action","at","id");--> statement-breakpoint
CREATE INDEX "audit_read_patients" ON "audit_read" USING gin ("patient_ids");--> statement-breakpoint
CREATE INDEX "communication_due" ON "communication" USING btree ("scheduled_for") WHERE state = 'scheduled';--> statement-breakpoint
CREATE INDEX "communication_event_communication" ON "communication_event" USING btree ("communication_id","id");--> statement-breakpoint
CREATE INDEX "communication_recipient_waiting" ON "communication_recipient" USING btree ("communication_id","state","channel","centre_code","id");--> statement-breakpoint
CREATE INDEX "communication_recipient_patient" ON "communication_recipient" USING btree ("patient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "communication_recipient_unsubscribe" ON "communication_recipient" USING btree ("unsubscribe_hash") WHERE unsubscribe_hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX "consent_event_without_time" ON "consent_event" USING btree ("subject","seq") WHERE at IS NULL;--> statement-breakpoint
CREATE INDEX "consent_event_at" ON "consent_event" USING btree ("at");--> statement-breakpoint
CREATE INDEX "reconsent_request_patient" ON "reconsent_request" USING btree ("patient_id");--> statement-breakpoint
CREATE INDEX "centre_query_centre" ON "centre_query" USING btree ("centre_code","state");--> statement-breakpoint
CREATE INDEX "record_discrepancy_centre" ON "record_discrepancy" USING btree ("centre_code","state");--> statement-breakpoint
CREATE INDEX "enrolment_request_created" ON "enrolment_request" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "deletion_request_recipient" ON "deletion_request" USING btree ("recipient","due_on");--> statement-breakpoint
CREATE INDEX "export_manifest_at" ON "export_manifest" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "export_manifest_actor" ON "export_manifest" USING btree ("actor","at","id");--> statement-breakpoint
CREATE INDEX "export_manifest_filter_at" ON "export_manifest" USING btree ("filter_id","at","id");--> statement-breakpoint
CREATE INDEX "export_manifest_format" ON "export_manifest" USING btree ("format","at","id");--> statement-breakpoint
CREATE INDEX "export_manifest_size" ON "export_manifest" USING btree ("patients","at");--> statement-breakpoint
CREATE INDEX "export_manifest_study" ON "export_manifest" USING btree ("study_id");--> statement-breakpoint
CREATE INDEX "export_patient_patient" ON "export_patient" USING btree ("patient_id");--> statement-breakpoint
CREATE INDEX "centre_geotreeid" ON "centre" USING btree ("geotreeid");--> statement-breakpoint
CREATE UNIQUE INDEX "centre_code_any_case" ON "centre" USING btree (lower(code));--> statement-breakpoint
CREATE INDEX "import_run_centre" ON "import_run" USING btree ("centre_code","at");--> statement-breakpoint
CREATE INDEX "notification_waiting" ON "notification" USING btree ("expires_at","next_attempt_at") WHERE sent_at IS NULL AND failed_at IS NULL;--> statement-breakpoint
CREATE INDEX "notification_patient" ON "notification" USING btree ("patient_id");--> statement-breakpoint
CREATE INDEX "notification_first_attempt" ON "notification" USING btree ("first_attempt_at");--> statement-breakpoint
CREATE INDEX "notification_of_communication_waiting" ON "notification" USING btree ("communication_recipient_id") WHERE communication_recipient_id IS NOT NULL AND sent_at IS NULL AND failed_at IS NULL;--> statement-breakpoint
CREATE INDEX "patient_centre" ON "patient" USING btree ("centre_code","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "patient_identity_email" ON "patient_identity" USING btree ("centre_code","email") WHERE login_mode = 'Email';--> statement-breakpoint
CREATE UNIQUE INDEX "patient_identity_mobile" ON "patient_identity" USING btree ("centre_code","mobile_prefix","mobile") WHERE login_mode = 'Mobile';--> statement-breakpoint
CREATE INDEX "patient_medical_centre" ON "patient_medical" USING btree ("centre_code");--> statement-breakpoint
CREATE INDEX "patient_personal_centre" ON "patient_personal" USING btree ("centre_code");--> statement-breakpoint
CREATE INDEX "reference_change_table" ON "reference_change" USING btree ("table_name","id");--> statement-breakpoint
CREATE INDEX "saved_filter_author" ON "saved_filter" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "sign_in_challenge_account" ON "sign_in_challenge" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sf36_response_latest" ON "sf36_response" USING btree ("patient_id","filled_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sf36_version_draft" ON "sf36_version" USING btree ((published_at IS NULL)) WHERE published_at IS NULL;--> statement-breakpoint
CREATE INDEX "record_signature_patient" ON "record_signature" USING btree ("patient_id","year");--> statement-breakpoint
CREATE INDEX "staff_role_centre" ON "staff_role" USING btree ("center");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_user_email" ON "staff_user" USING btree ("email");--> statement-breakpoint
CREATE INDEX "clinical_study_filter" ON "clinical_study" USING btree ("filter_id");--> statement-breakpoint
CREATE INDEX "clinical_study_main_centre" ON "clinical_study" USING btree ("main_centre");--> statement-breakpoint
CREATE INDEX "clinical_study_correction_decision" ON "clinical_study_correction" USING btree ("study_id","centre_code");--> statement-breakpoint
CREATE INDEX "study_patient_patient" ON "study_patient" USING btree ("patient_id");--> statement-breakpoint
CREATE INDEX "study_patient_centre" ON "study_patient" USING btree ("study_id","centre_code");--> statement-breakpoint
CREATE INDEX "withdrawn_fingerprint_hash" ON "withdrawn_fingerprint" USING btree ("hash");