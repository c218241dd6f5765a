CREATE TABLE "observation" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "observation_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"patient_id" integer NOT NULL,
	"centre_code" text COLLATE "C" NOT NULL,
	"analyte" text COLLATE "C" NOT NULL,
	"taken_on" date NOT NULL,
	"comparator" text COLLATE "C",
	"value" double precision NOT NULL,
	"unit" text COLLATE "C" NOT NULL,
	"standard_value" numeric NOT NULL,
	"sample" text COLLATE "C",
	"source" text COLLATE "C" NOT NULL,
	"import_id" uuid,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	"recorded_by" text COLLATE "C" NOT NULL,
	"corrects" bigint,
	"ended_at" timestamp with time zone,
	"ended_by" text COLLATE "C",
	"ended_as" text COLLATE "C",
	"reason" text,
	CONSTRAINT "observation_analyte" CHECK (analyte IN ('HB', 'FERRITIN', 'ALT', 'AST', 'GGT', 'BILIRUBIN', 'CREATININE', 'EGFR', 'APP', 'LIC', 'T2_HEART', 'T2_LIVER', 'WEIGHT', 'FIBR_STIFFNESS')),
	CONSTRAINT "observation_comparator" CHECK (comparator IN ('<', '>')),
	CONSTRAINT "observation_source" CHECK (source IN ('form', 'file', 'service', 'fhir')),
	CONSTRAINT "observation_ended_as" CHECK (ended_as IN ('corrected', 'removed', 'undone')),
	CONSTRAINT "observation_ended_has_all" CHECK (num_nonnulls(ended_at, ended_by, ended_as) IN (0, 3)),
	CONSTRAINT "observation_value" CHECK (value > '-Infinity' AND value < 'Infinity'),
	CONSTRAINT "observation_texts" CHECK (char_length(unit) <= 40 AND char_length(sample) BETWEEN 1 AND 80 AND char_length(reason) <= 500)
);
--> statement-breakpoint
ALTER TABLE "observation" ADD CONSTRAINT "observation_patient" FOREIGN KEY ("patient_id","centre_code") REFERENCES "public"."patient"("id","centre_code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "observation_series" ON "observation" USING btree ("patient_id","analyte","taken_on");--> statement-breakpoint
CREATE INDEX "observation_import" ON "observation" USING btree ("import_id") WHERE import_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "observation_present" ON "observation" USING btree ("patient_id","analyte","taken_on","standard_value",coalesce(comparator, ''),coalesce(sample, '')) WHERE ended_at IS NULL;