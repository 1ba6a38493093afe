/** Forms: one thing sent at a time, what went wrong said beside it. */
import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";

/** @param {(fields: object, form: HTMLFormElement) => Promise<void>} send */
export function useForm(send) {
  return useMemo(() => {
    const state = { problem: signal(null), busy: signal(false), done: signal("") };
    state.submit = async (event) => {
      event.preventDefault();
      if (state.busy.value) return;
      state.busy.value = true;
      state.problem.value = null;
      state.done.value = "";
      try {
        const said = await send(Object.fromEntries(new FormData(event.target)), event.target);
        if (typeof said === "string") state.done.value = said;
      } catch (problem) {
        state.problem.value = problem;
      } finally {
        state.busy.value = false;
      }
    };
    return state;
  }, []);
}
