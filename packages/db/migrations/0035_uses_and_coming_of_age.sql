ALTER TABLE "work_list_view" DROP CONSTRAINT "work_list_view_tasks";--> statement-breakpoint
ALTER TABLE "work_list_view" ADD CONSTRAINT "work_list_view_tasks" CHECK (tasks <@ ARRAY['signature', 'mri', 'alerts', 'discrepancies', 'unreachable', 'coming-of-age', 'overdue-ferritin', 'overdue-t2-heart', 'overdue-lic', 'not-seen'] AND cardinality(tasks) <= 10 AND array_position(tasks, NULL) IS NULL);
