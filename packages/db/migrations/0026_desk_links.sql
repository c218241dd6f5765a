CREATE TABLE "desk_link" (
	"secret_hash" "bytea" PRIMARY KEY NOT NULL,
	"patient_id" integer NOT NULL,
	"centre_code" text COLLATE "C" NOT NULL,
	"started_by" text COLLATE "C" NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"used_transaction" bigint,
	"guardianship_id" integer,
	"code_hash" "bytea",
	"code_salt" "bytea",
	"code_sent_at" timestamp with time zone,
	"code_expires_at" timestamp with time zone,
	"code_attempts" smallint DEFAULT 0 NOT NULL,
	"codes_sent" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "desk_link_length" CHECK (ends_at BETWEEN started_at AND started_at + interval '30 minutes'),
	CONSTRAINT "desk_link_used" CHECK ((used_at IS NULL) = (used_transaction IS NULL) AND used_at <= ends_at),
	CONSTRAINT "desk_link_code" CHECK (num_nulls(code_hash, code_salt, code_sent_at, code_expires_at) IN (0, 4))
);
--> statement-breakpoint
ALTER TABLE "desk_link" ADD CONSTRAINT "desk_link_guardianship_id_guardianship_id_fk" FOREIGN KEY ("guardianship_id") REFERENCES "public"."guardianship"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_link" ADD CONSTRAINT "desk_link_patient" FOREIGN KEY ("patient_id","centre_code") REFERENCES "public"."patient"("id","centre_code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "desk_link_of_patient" ON "desk_link" USING btree ("patient_id");
