CREATE TABLE "work_list_view" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "work_list_view_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"centre_code" text COLLATE "C" NOT NULL,
	"owner" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"shared" boolean NOT NULL,
	"sort_column" text COLLATE "C" NOT NULL,
	"descending" boolean NOT NULL,
	"phenotype" text COLLATE "C",
	"tasks" text[] NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "work_list_view_name" UNIQUE("centre_code","owner","name"),
	CONSTRAINT "work_list_view_name_text" CHECK (char_length(name) <= 60 AND name = btrim(name) AND name <> '' AND name !~ '[\x01-\x1f\x7f-\x9f]'),
	CONSTRAINT "work_list_view_sort_column" CHECK (sort_column IN ('code', 'name', 'age', 'sex', 'phenotype', 'updated', 'completeness', 'discrepancies', 'ferritin', 'mri', 'signature', 'consents')),
	CONSTRAINT "work_list_view_phenotype" CHECK (phenotype ~ '^[A-Z0-9_]{1,20}$'),
	CONSTRAINT "work_list_view_tasks" CHECK (tasks <@ ARRAY['signature', 'mri', 'alerts', 'discrepancies'] AND cardinality(tasks) <= 4 AND array_position(tasks, NULL) IS NULL)
);
--> statement-breakpoint
ALTER TABLE "work_list_view" ADD CONSTRAINT "work_list_view_centre_code_centre_code_fk" FOREIGN KEY ("centre_code") REFERENCES "public"."centre"("code") ON DELETE no action ON UPDATE no action;