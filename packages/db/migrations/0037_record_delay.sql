ALTER TABLE "setting" DROP CONSTRAINT "setting_limits";--> statement-breakpoint
ALTER TABLE "setting" ADD CONSTRAINT "setting_limits" CHECK (CASE key
        WHEN 'password_day_duration' THEN value ~ '^[0-9]{1,4}$' AND value::integer BETWEEN 0 AND 3650
        WHEN 'password_min_strength' THEN value ~ '^[0-4]$'
        WHEN 'otp_minute_duration' THEN value ~ '^([1-9]|10)$'
        WHEN 'anonymous_publish_days' THEN value ~ '^[0-9]{1,3}$' AND value::integer BETWEEN 0 AND 365
        WHEN 'guardian_signatures' THEN value ~ '^[12]$'
        WHEN 'assent_age' THEN value ~ '^[0-9]{1,2}$' AND value::integer BETWEEN 0 AND 18
        WHEN 'majority_grace_days' THEN value ~ '^[0-9]{1,3}$' AND value::integer BETWEEN 0 AND 365
        WHEN 'minor_sees_record_age' THEN value ~ '^[0-9]{1,2}$' AND value::integer BETWEEN 0 AND 18
        WHEN 'guardian_sees_from_14' THEN value IN ('all', 'none')
        WHEN 'record_delay_days' THEN value ~ '^[0-9]{1,2}$' AND value::integer BETWEEN 0 AND 30
        WHEN 'observation_difference_percent' THEN value ~ '^[0-9]{1,3}$' AND value::integer BETWEEN 0 AND 100
        WHEN 'assent_blocks' THEN value IN ('true', 'false')
        WHEN 'staff_totp_required' THEN value IN ('true', 'false')
        ELSE true END);