CREATE TABLE "work_progress" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "work_progress_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"state" text COLLATE "C" NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"total" integer,
	"touched_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "work_progress_state" CHECK (state IN ('waiting', 'running')),
	CONSTRAINT "work_progress_rows" CHECK (rows >= 0 AND total >= 0)
);
--> statement-breakpoint
CREATE TABLE "work_turn" (
	"position" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "work_turn_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"state" text COLLATE "C" DEFAULT 'waiting' NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	CONSTRAINT "work_turn_kind" CHECK (kind IN ('export', 'import')),
	CONSTRAINT "work_turn_state" CHECK (state IN ('waiting', 'running'))
);
--> statement-breakpoint
CREATE INDEX "work_progress_owner" ON "work_progress" USING btree ("owner","id");
