"""One function per operation of the contract, named as its operationId: what to answer, with no HTTP and no Redis."""
