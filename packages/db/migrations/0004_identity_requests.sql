CREATE TABLE "identity_request" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "identity_request_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"surname" text DEFAULT '' NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"telephone" text DEFAULT '' NOT NULL,
	"mobile" text DEFAULT '' NOT NULL,
	"identity" text COLLATE "C",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_request_identity" CHECK (identity IN ('anonymous user', 'username', 'full identity')),
	CONSTRAINT "identity_request_size" CHECK (char_length(surname) <= 80 AND char_length(name) <= 80 AND char_length(email) <= 255 AND char_length(telephone) <= 40 AND char_length(mobile) <= 40)
);
--> statement-breakpoint
CREATE INDEX "identity_request_created" ON "identity_request" USING btree ("created_at");