/**
 * Does at the end of a turn of the loop what was handed over during it, one after the other. Answers that are sent so wake whoever
 * receives them once, and not each by itself, which took a third of the time of a short one.
 * @param fail hears of what could not be done, and throws nothing
 */
export function inARow<Task>(work: (task: Task) => void, fail: (error: unknown, task: Task) => void): (task: Task) => void {
  let waiting: Task[] = []

  function workAll() {
    const tasks = waiting
    waiting = []
    for (const task of tasks) {
      try {
        work(task)
      } catch (error) {
        fail(error, task)
      }
    }
  }

  return (task) => {
    if (waiting.push(task) === 1) setImmediate(workAll)
  }
}
