CREATE TABLE "clinical_study_sheet" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "clinical_study_sheet_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"study_id" text COLLATE "C" NOT NULL,
	"language" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"sha256" text COLLATE "C" NOT NULL,
	"entered_at" timestamp with time zone DEFAULT now() NOT NULL,
	"entered_by" text COLLATE "C" NOT NULL,
	CONSTRAINT "clinical_study_sheet_language" CHECK (language IN ('it', 'en')),
	CONSTRAINT "clinical_study_sheet_pdf" CHECK (substring(bytes FROM 1 FOR 5) = '%PDF-'::bytea AND octet_length(bytes) <= 10485760),
	CONSTRAINT "clinical_study_sheet_name" CHECK (char_length(name) <= 255)
);
--> statement-breakpoint
ALTER TABLE "clinical_study_sheet" ADD CONSTRAINT "clinical_study_sheet_study_id_clinical_study_id_fk" FOREIGN KEY ("study_id") REFERENCES "public"."clinical_study"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "clinical_study_sheet_study" ON "clinical_study_sheet" USING btree ("study_id","language");