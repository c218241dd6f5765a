/** How somebody who asks to be enrolled wants to be known (spec 1, section 3, older identity form). */
export const identities = ['anonymous user', 'username', 'full identity'] as const
export type Identity = (typeof identities)[number]

/** Mails to the UserAdmins about such requests, in all: a stranger cannot fill their letter boxes (THREAT-49). */
export const identityMailLimit = { attempts: 10, seconds: 3600 } as const
