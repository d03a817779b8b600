// Loaded before a job: its machine has a clock that is 5 seconds fast.
const { Date: SystemDate } = globalThis;
const difference = 5_000;

globalThis.Date = class extends SystemDate {
  constructor(...values) {
    super(...(values.length > 0 ? values : [SystemDate.now() + difference]));
  }

  static now() {
    return SystemDate.now() + difference;
  }
};
