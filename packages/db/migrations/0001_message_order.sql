DROP INDEX "message_waiting";--> statement-breakpoint
CREATE INDEX "message_waiting" ON "message" USING btree ("expires_at","next_at") WHERE sent_at IS NULL AND failed_at IS NULL;