import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { code, moment } from '../column-types.ts'

/** A request that a person without an account sent through the older identity form. It creates no account (REQ-ACC-22). */
export const enrolmentRequest = pgTable(
  'enrolment_request',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    surname: text('surname').notNull().default(''),
    name: text('name').notNull().default(''),
    email: text('email').notNull(),
    telephone: text('telephone').notNull().default(''),
    mobile: text('mobile').notNull().default(''),
    identity: code('identity'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('enrolment_request_created').on(table.createdAt),
    check('enrolment_request_identity', sql`identity IN ('anonymous user', 'username', 'full identity')`),
    check(
      'enrolment_request_size',
      sql`char_length(surname) <= 80 AND char_length(name) <= 80 AND char_length(email) <= 255 AND char_length(telephone) <= 40 AND char_length(mobile) <= 40`,
    ),
  ],
)
