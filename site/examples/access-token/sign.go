// Signs a platform request with an access token (Anedya Signature v1) and reads the latest value of a variable.
// Install: Go 1.19 or later, no modules.
// Set: ANEDYA_API_URL and ANEDYA_NODE_ID with the setup block; ANEDYA_TOKEN_ID, ANEDYA_TOKEN_SECRET.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

// region sign

// sign returns the signature in lower-case hex of a body sent at a time in Unix seconds.
func sign(body []byte, timestamp int64, secret string) string {
	digest := sha256.Sum256(body)
	var moment [8]byte
	binary.BigEndian.PutUint64(moment[:], uint64(timestamp))
	hash := sha256.New()
	hash.Write(digest[:])
	hash.Write(moment[:])
	hash.Write([]byte("v1"))
	hash.Write([]byte(secret))
	return hex.EncodeToString(hash.Sum(nil))
}

// endregion

// region call

// call posts a signed JSON body to the platform API and returns the response.
func call(url string, payload any, tokenID, secret string) ([]byte, error) {
	body, err := json.Marshal(payload)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	timestamp := time.Now().Unix()
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	request.Header.Set("Authorization", "ANEDYASIGV1")
	request.Header.Set("x-anedya-TokenId", tokenID)
	request.Header.Set("x-anedya-timestamp", strconv.FormatInt(timestamp, 10))
	request.Header.Set("x-anedya-SignatureVersion", "v1")
	request.Header.Set("x-anedya-Signature", sign(body, timestamp, secret))
	client := http.Client{Timeout: 30 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	responseBody, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("HTTP %d: %s", response.StatusCode, responseBody)
		if wait := response.Header.Get("Retry-After"); wait != "" {
			err = fmt.Errorf("%w; Retry-After: %s", err, wait)
		}
	}
	return responseBody, err
}

// endregion

func required(name string) string {
	value := strings.TrimSpace(os.Getenv(name))
	if value == "" {
		log.Fatal(name, " is not set: run the setup block")
	}
	return value
}

func main() {
	log.SetFlags(0)
	baseURL := required("ANEDYA_API_URL")
	payload := map[string]any{
		"nodes":    []string{required("ANEDYA_NODE_ID")},
		"variable": "temperature",
	}
	responseBody, err := call(
		baseURL+"/data/latest", payload, required("ANEDYA_TOKEN_ID"), required("ANEDYA_TOKEN_SECRET"),
	)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(responseBody))
	var result struct {
		Success bool `json:"success"`
	}
	if err := json.Unmarshal(responseBody, &result); err != nil {
		log.Fatal(err)
	}
	if !result.Success {
		os.Exit(1)
	}
}
