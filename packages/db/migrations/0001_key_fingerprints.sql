CREATE TABLE "key_fingerprint" (
	"name" text COLLATE "C" NOT NULL,
	"fingerprint" text COLLATE "C" NOT NULL,
	"first_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "key_fingerprint_name_fingerprint_pk" PRIMARY KEY("name","fingerprint"),
	CONSTRAINT "key_fingerprint_name" CHECK (name IN ('SECRET_KEY', 'RECEIPT_KEY')),
	CONSTRAINT "key_fingerprint_shape" CHECK (fingerprint ~ '^[0-9a-f]{64}$')
);
