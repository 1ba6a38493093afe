/** What a submission's findings say. */

/** A finding as one sentence or two. */
export const faultWords = (one) => [one.what && `${one.what[0].toUpperCase()}${one.what.slice(1)}.`, one.legal].filter(Boolean).join(" ") || one.message || "";
