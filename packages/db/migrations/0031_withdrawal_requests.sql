CREATE TABLE "withdrawal_request" (
	"patient_id" integer NOT NULL,
	"centre_code" text COLLATE "C" NOT NULL,
	"guardian_id" integer NOT NULL,
	"choice" text COLLATE "C" NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reminded_at" timestamp with time zone,
	CONSTRAINT "withdrawal_request_pkey" PRIMARY KEY("patient_id","guardian_id"),
	CONSTRAINT "withdrawal_request_choice" CHECK (choice IN ('v2', 'v3'))
);
--> statement-breakpoint
ALTER TABLE "withdrawal_request" ADD CONSTRAINT "withdrawal_request_guardian_id_guardian_id_fk" FOREIGN KEY ("guardian_id") REFERENCES "public"."guardian"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawal_request" ADD CONSTRAINT "withdrawal_request_patient" FOREIGN KEY ("patient_id","centre_code") REFERENCES "public"."patient"("id","centre_code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "withdrawal_request_guardian" ON "withdrawal_request" USING btree ("guardian_id");--> statement-breakpoint
CREATE INDEX "withdrawal_request_centre" ON "withdrawal_request" USING btree ("centre_code");