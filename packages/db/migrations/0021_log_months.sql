CREATE TABLE "detached_log_month" (
	"month" date PRIMARY KEY NOT NULL,
	"entries" bigint NOT NULL,
	"position" bigint NOT NULL,
	"hash" text NOT NULL,
	"mac" text NOT NULL,
	"detached_at" timestamp with time zone DEFAULT now() NOT NULL
);
