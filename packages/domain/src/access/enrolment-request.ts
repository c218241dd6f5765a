export const identities = ['anonymous user', 'username', 'full identity'] as const
export type Identity = (typeof identities)[number]

/** Limit of all mails to the UserAdmins about enrolment requests, so that nobody floods their mailboxes (THREAT-49). */
export const identityMailLimit = { attempts: 10, seconds: 3600 } as const
