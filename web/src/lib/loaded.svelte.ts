// Something that is fetched: its value once it is there, or why it is not.

import { type ApiError, asApiError } from "./api";

export class Loaded<T> {
  value = $state.raw<T | null>(null);
  error = $state.raw<ApiError | null>(null);
  private newest = 0;

  constructor(private readonly fetch: () => Promise<T>) {}

  /** Fetch it, once more if need be; of several at once the last counts. */
  load = async (): Promise<void> => {
    const number = ++this.newest;
    this.error = null;
    try {
      const value = await this.fetch();
      if (number === this.newest) this.value = value;
    } catch (error) {
      if (number === this.newest) this.error = asApiError(error);
    }
  };
}
