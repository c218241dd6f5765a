CREATE TABLE "consent_proposal" (
	"patient_id" integer NOT NULL,
	"guardian_id" integer NOT NULL,
	"field" text COLLATE "C" NOT NULL,
	"answer" jsonb NOT NULL,
	"version" integer NOT NULL,
	"signed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone DEFAULT now() + interval '30 days' NOT NULL,
	CONSTRAINT "consent_proposal_pkey" PRIMARY KEY("patient_id","guardian_id","field"),
	CONSTRAINT "consent_proposal_answer" CHECK (answer <> 'false' AND jsonb_typeof(answer) IN ('boolean', 'number'))
);
--> statement-breakpoint
ALTER TABLE "consent_proposal" ADD CONSTRAINT "consent_proposal_patient_id_patient_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."patient"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_proposal" ADD CONSTRAINT "consent_proposal_guardian_id_guardian_id_fk" FOREIGN KEY ("guardian_id") REFERENCES "public"."guardian"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consent_proposal_guardian" ON "consent_proposal" USING btree ("guardian_id");
