CREATE TABLE "audit_log_view" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_view_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"owner" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"command" text NOT NULL,
	"action" text NOT NULL,
	"username" text NOT NULL,
	"days" integer,
	"entries" integer NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_log_view_name" UNIQUE("owner","name"),
	CONSTRAINT "audit_log_view_name_text" CHECK (char_length(name) <= 60 AND name = btrim(name) AND name <> '' AND name !~ '[\x01-\x1f\x7f-\x9f]'),
	CONSTRAINT "audit_log_view_texts" CHECK (char_length(command) <= 255 AND char_length(action) <= 255 AND char_length(username) <= 255),
	CONSTRAINT "audit_log_view_no_patient" CHECK (username !~* '^\s*patient\M'),
	CONSTRAINT "audit_log_view_days" CHECK (days BETWEEN 1 AND 3650),
	CONSTRAINT "audit_log_view_entries" CHECK (entries IN (10, 100, 1000))
);
