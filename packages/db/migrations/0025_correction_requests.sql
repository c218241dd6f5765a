CREATE TABLE "correction_request" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "correction_request_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"patient_id" integer NOT NULL,
	"centre_code" text COLLATE "C" NOT NULL,
	"field" text COLLATE "C",
	"personal" boolean DEFAULT false NOT NULL,
	"medical" boolean DEFAULT false NOT NULL,
	"shown_value" text,
	"text" text NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text COLLATE "C" DEFAULT 'OPEN' NOT NULL,
	"answer" text,
	"answered_by" text COLLATE "C",
	"answered_at" timestamp with time zone,
	CONSTRAINT "correction_request_state" CHECK (state IN ('OPEN', 'CHANGED', 'EXPLAINED', 'WITHDRAWN')),
	CONSTRAINT "correction_request_field" CHECK (field IS NOT NULL OR NOT (personal OR medical)),
	CONSTRAINT "correction_request_text" CHECK (char_length(text) <= 500 AND btrim(text) <> '' AND char_length(shown_value) <= 2000),
	CONSTRAINT "correction_request_answer_text" CHECK (char_length(answer) <= 500 AND btrim(answer) <> ''),
	CONSTRAINT "correction_request_characters" CHECK (concat(shown_value, text, answer) !~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]'),
	CONSTRAINT "correction_request_answer" CHECK (num_nulls(answer, answered_by, answered_at) = CASE WHEN state IN ('CHANGED', 'EXPLAINED') THEN 0 ELSE 3 END)
);
--> statement-breakpoint
ALTER TABLE "correction_request" ADD CONSTRAINT "correction_request_patient" FOREIGN KEY ("patient_id","centre_code") REFERENCES "public"."patient"("id","centre_code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "correction_request_centre" ON "correction_request" USING btree ("centre_code","state");--> statement-breakpoint
CREATE INDEX "correction_request_patient_id" ON "correction_request" USING btree ("patient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "correction_request_open" ON "correction_request" USING btree ("patient_id",coalesce(field, ''),md5(text)) WHERE state = 'OPEN';
