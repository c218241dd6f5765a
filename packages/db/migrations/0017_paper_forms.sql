CREATE TABLE "paper_consent" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"form_number" text COLLATE "C" NOT NULL,
	"patient_id" integer NOT NULL,
	"centre_code" text COLLATE "C" NOT NULL,
	"answers" jsonb NOT NULL,
	"signed_on" date NOT NULL,
	"signers" text[] NOT NULL,
	"scan" "bytea" NOT NULL,
	"scan_name" text NOT NULL,
	"scan_type" text COLLATE "C" NOT NULL,
	"scan_sha256" text COLLATE "C" NOT NULL,
	"state" text COLLATE "C" DEFAULT 'PENDING' NOT NULL,
	"recorded_by" text COLLATE "C" NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_by" text COLLATE "C",
	"decided_at" timestamp with time zone,
	"reason" text,
	"superseded" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "paper_consent_state" CHECK (state IN ('PENDING', 'VERIFIED', 'REFUSED')),
	CONSTRAINT "paper_consent_two_persons" CHECK (decided_by <> recorded_by),
	CONSTRAINT "paper_consent_decided" CHECK (num_nulls(decided_by, decided_at) = CASE state WHEN 'PENDING' THEN 2 ELSE 0 END),
	CONSTRAINT "paper_consent_reason" CHECK ((reason IS NOT NULL) = (state = 'REFUSED') AND char_length(btrim(reason)) BETWEEN 1 AND 500),
	CONSTRAINT "paper_consent_superseded" CHECK (state = 'VERIFIED' OR superseded = '{}'),
	CONSTRAINT "paper_consent_signed" CHECK (signed_on <= (recorded_at AT TIME ZONE 'Europe/Rome')::date),
	CONSTRAINT "paper_consent_answers" CHECK (jsonb_typeof(answers) = 'object' AND answers <> '{}'),
	CONSTRAINT "paper_consent_signers" CHECK (cardinality(signers) BETWEEN 1 AND 6),
	CONSTRAINT "paper_consent_scan_type" CHECK (scan_type IN ('application/pdf', 'image/jpeg', 'image/png')),
	CONSTRAINT "paper_consent_scan_size" CHECK (octet_length(scan) <= 10485760 + 28),
	CONSTRAINT "paper_consent_scan_name" CHECK (char_length(scan_name) <= 255),
	CONSTRAINT "paper_consent_scan_sha256" CHECK (scan_sha256 ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "paper_form" (
	"number" text COLLATE "C" PRIMARY KEY NOT NULL,
	"patient_id" integer NOT NULL,
	"centre_code" text COLLATE "C" NOT NULL,
	"language" text COLLATE "C" NOT NULL,
	"information_version" integer NOT NULL,
	"information_hash" text COLLATE "C" NOT NULL,
	"preliminary_version" integer NOT NULL,
	"preliminary_hash" text COLLATE "C" NOT NULL,
	"consents_version" integer NOT NULL,
	"consents_hash" text COLLATE "C" NOT NULL,
	"printed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"printed_by" text COLLATE "C" NOT NULL,
	CONSTRAINT "paper_form_number_patient" UNIQUE("number","patient_id"),
	CONSTRAINT "paper_form_number" CHECK (number ~ '^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
	CONSTRAINT "paper_form_language" CHECK (language IN ('it', 'en'))
);
--> statement-breakpoint
ALTER TABLE "paper_consent" ADD CONSTRAINT "paper_consent_form" FOREIGN KEY ("form_number","patient_id") REFERENCES "public"."paper_form"("number","patient_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_consent" ADD CONSTRAINT "paper_consent_patient" FOREIGN KEY ("patient_id","centre_code") REFERENCES "public"."patient"("id","centre_code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_form" ADD CONSTRAINT "paper_form_patient" FOREIGN KEY ("patient_id","centre_code") REFERENCES "public"."patient"("id","centre_code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "paper_consent_of_patient" ON "paper_consent" USING btree ("patient_id");--> statement-breakpoint
CREATE INDEX "paper_consent_pending" ON "paper_consent" USING btree ("centre_code") WHERE state = 'PENDING';--> statement-breakpoint
CREATE UNIQUE INDEX "paper_consent_form_once" ON "paper_consent" USING btree ("form_number") WHERE state <> 'REFUSED';--> statement-breakpoint
CREATE INDEX "paper_form_of_patient" ON "paper_form" USING btree ("patient_id");