CREATE TABLE "completed_restore" (
	"restored" text COLLATE "C" PRIMARY KEY NOT NULL,
	"completed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lost_head" text COLLATE "C" NOT NULL
);
