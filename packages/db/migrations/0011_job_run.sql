CREATE TABLE "job_run" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"holder" text COLLATE "C" NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	"first_run_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_success_at" timestamp with time zone,
	CONSTRAINT "job_run_name" CHECK (name ~ '^[a-z ]{1,40}$')
);
