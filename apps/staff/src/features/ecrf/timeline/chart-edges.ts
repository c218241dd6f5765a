/** The margins of a chart in pixels. The bars of the treatments keep the same, so that all share one time line. */
export const chartEdges = { start: 56, end: 44 } as const
