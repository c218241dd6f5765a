/** `failed` is a communication that could not begin, for instance because its sender is no longer an administrator. */
export const communicationStates = ['draft', 'scheduled', 'sending', 'sent', 'cancelled', 'failed'] as const
export type CommunicationState = (typeof communicationStates)[number]

/** The states that may follow each state. The database prevents every other change (REQ-COM-06). */
export const communicationTransitions = {
  draft: ['scheduled', 'cancelled'],
  scheduled: ['sending', 'cancelled', 'failed'],
  sending: ['sent', 'cancelled'],
  sent: [],
  cancelled: [],
  failed: [],
} as const satisfies Record<CommunicationState, readonly CommunicationState[]>

export const listCommunicationChanges = (): readonly (readonly [from: CommunicationState, to: CommunicationState])[] =>
  communicationStates.flatMap((from) => communicationTransitions[from].map((to) => [from, to] as const))

export const communicationOperations = ['change', 'test', 'schedule', 'cancel'] as const
export type CommunicationOperation = (typeof communicationOperations)[number]

export const listCommunicationOperations = (state: CommunicationState): readonly CommunicationOperation[] =>
  state === 'draft' ? communicationOperations : state === 'scheduled' || state === 'sending' ? ['cancel'] : []

/** Events in the history of a communication, each with person and time. */
export const communicationEvents = ['created', 'changed', 'tested', 'scheduled', 'cancelled', 'sending', 'sent', 'failed'] as const
export type CommunicationEvent = (typeof communicationEvents)[number]

/** Reasons why a communication did not begin. */
export const communicationFailures = ['sender_inactive', 'area_outside', 'filter_broken'] as const
export type CommunicationFailure = (typeof communicationFailures)[number]

/** The states of a recipient. `unknown` means that the process stopped during the delivery, so the message is not sent again. */
export const recipientStates = ['waiting', 'queued', 'sent', 'failed', 'unknown', 'skipped', 'cancelled'] as const
export type RecipientState = (typeof recipientStates)[number]
